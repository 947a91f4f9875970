import { Field, Input } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { findNamed } from '../../../client/principals.ts'
import { KINDS, type PrincipalInput, principalsQuery } from './principals.ts'

/** More would not help whoever types. */
const MAX_OFFERED = 50

type Props = Readonly<{
  input: PrincipalInput
  onChange: (input: PrincipalInput) => void
  /** Nobody was named. */
  isMissing: boolean
}>

/** Named by what people know it by. The hint says whom the server knows by that. */
export function PrincipalField({ input, onChange, isMissing }: Props) {
  const listId = useId()
  const { data: listed = [] } = useQuery(principalsQuery(input))
  const { kind, text } = input
  const [found, ...others] = findNamed(listed, text.trim())
  return (
    <>
      <Field
        label={KINDS[kind].label}
        required
        hint={found && others.length === 0 ? found.label : KINDS[kind].hint}
        {...(isMissing && { validationMessage: 'Enter a name.' })}
      >
        <Input
          value={text}
          maxLength={1000}
          list={listId}
          autoComplete="off"
          onChange={(_event, { value }) => onChange({ kind, text: value })}
        />
      </Field>
      <datalist id={listId}>
        {listed.slice(0, MAX_OFFERED).map(({ id, names: [name], label }) => (
          <option key={id} value={name}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  )
}
