import { Field, Radio, RadioGroup } from '@fluentui/react-components'
import type { Access, ApiToken } from '../queries-tokens.ts'
import type { TokenRights } from './token-rights.ts'
import { ACCESS_NAMES } from './words.ts'

const MEANINGS: Readonly<Record<ApiToken['kind'], Readonly<Record<Access, string>>>> = {
  user: {
    all: 'Does everything you can do, in every app and organization.',
    viewer: 'Sees what a viewer sees, in every app and organization. Changes nothing.',
  },
  app: {
    all: 'Does everything a manager of this app can do.',
    viewer: 'Sees what a viewer of this app sees. Changes nothing.',
  },
  org: {
    all: 'Is a manager of each app of this organization. Never touches its members or tokens.',
    viewer: 'Sees what a viewer sees of each app of this organization. Changes nothing.',
  },
}

type Props = Readonly<{
  kind: ApiToken['kind']
  rights: TokenRights
  problem: string | undefined
}>

/** Nothing is chosen beforehand: how much a token may do is somebody's decision. */
export function AccessField({ kind, rights, problem }: Props) {
  return (
    <Field
      label="Access type"
      required
      {...(rights.whoCan && { hint: rights.whoCan })}
      {...(problem && { validationMessage: problem })}
    >
      <RadioGroup name="access">
        {(['all', 'viewer'] as const).map((access) => (
          <Radio
            key={access}
            value={access}
            disabled={!rights.mayCreate.includes(access)}
            label={
              <>
                <strong>{ACCESS_NAMES[access]}</strong>
                <br />
                {MEANINGS[kind][access]}
              </>
            }
          />
        ))}
      </RadioGroup>
    </Field>
  )
}
