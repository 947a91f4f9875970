import { Field, Radio, RadioGroup } from '@fluentui/react-components'
import { ACCESS_NAMES } from '../../../../../client/access-names.ts'
import { apiTokenScopeValues } from '../../../../../client/generated/app-management.ts'
import type { Access, ApiToken } from '../queries.ts'
import type { TokenRights } from '../token-rights.ts'

const MEANINGS: Readonly<Record<ApiToken['kind'], Readonly<Record<Access, string>>>> = {
  user: {
    all: 'Can do everything that you can do, in every app and organization.',
    viewer:
      'Can view every app and organization that you can access, with the viewer role. Cannot change anything.',
  },
  app: {
    all: 'Can do everything that a manager of this app can do, except create tokens.',
    viewer: 'Has the viewer role on this app. Cannot change anything.',
  },
  org: {
    all: 'Has the manager role on every app of this organization, but cannot manage members or tokens.',
    viewer: 'Has the viewer role on every app of this organization. Cannot change anything.',
  },
}

type Props = Readonly<{
  kind: ApiToken['kind']
  rights: TokenRights
  /** What is chosen at first, if the person may create it. */
  first: Access | undefined
  problem: string | undefined
}>

/** No default for a new token: the person who creates it decides what it may do. */
export function AccessField({ kind, rights, first, problem }: Props) {
  return (
    <Field
      label="Access type"
      required
      {...(rights.permissionNotice && { hint: rights.permissionNotice })}
      {...(problem && { validationMessage: problem })}
    >
      <RadioGroup
        name="access"
        defaultValue={first && rights.mayCreate.includes(first) ? first : ''}
      >
        {apiTokenScopeValues.map((access) => (
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
