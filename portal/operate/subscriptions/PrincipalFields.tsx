import { Field, Input } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ChoiceField, TextField } from '../events/form-fields.tsx'
import {
  candidatesQuery,
  findCandidate,
  issuersQuery,
  KINDS,
  type Kind,
  type Typed,
} from './principals.ts'

type Props = Readonly<{
  typed: Typed
  onChange: (typed: Typed) => void
  /** Nobody was named. */
  isMissing: boolean
}>

/** Whom: a person, a service account, an organization or a group of an issuer. */
export function PrincipalFields({ typed, onChange, isMissing }: Props) {
  const issuers = useQuery(issuersQuery).data ?? []
  const kinds = (Object.keys(KINDS) as Kind[]).filter(
    (kind) => kind !== 'group' || issuers.length > 0,
  )
  const first = issuers[0]?.issuer ?? ''
  return (
    <>
      <ChoiceField
        label="Give it to"
        value={typed.kind}
        options={kinds.map((kind) => [kind, KINDS[kind].name] as const)}
        onType={(value) => {
          const kind = kinds.find((known) => known === value) ?? 'account'
          onChange({ kind, text: '', issuer: kind === 'group' ? first : '' })
        }}
      />
      {typed.kind === 'group' && (
        <ChoiceField
          label="Issuer"
          value={typed.issuer ?? ''}
          options={issuers.map(({ issuer, name }) => [issuer, name] as const)}
          onType={(issuer) => onChange({ ...typed, issuer })}
        />
      )}
      <PrincipalField typed={typed} onChange={onChange} isMissing={isMissing} />
    </>
  )
}

/** More would not help whoever types. */
const MAX_OFFERED = 50

/** Named by what people know it by. The hint says whom the server knows by that. */
export function PrincipalField({ typed, onChange, isMissing }: Props) {
  const listId = useId()
  const { data: candidates } = useQuery(candidatesQuery(typed))
  const { kind, text, groupName = '' } = typed
  const found = findCandidate(candidates ?? [], typed)
  const isNewGroup = kind === 'group' && text.trim() !== '' && candidates && !found
  return (
    <>
      <Field
        label={KINDS[kind].label}
        required
        hint={found?.label ?? KINDS[kind].hint}
        {...(isMissing && { validationMessage: 'Enter a name.' })}
      >
        <Input
          value={text}
          maxLength={kind === 'group' ? 1000 : 254}
          list={listId}
          autoComplete="off"
          onChange={(_event, { value }) => onChange({ ...typed, text: value })}
        />
      </Field>
      <datalist id={listId}>
        {candidates?.slice(0, MAX_OFFERED).map(({ id, names: [name], label }) => (
          <option key={id} value={name}>
            {label}
          </option>
        ))}
      </datalist>
      {isNewGroup && (
        <TextField
          label="Display name of the new group (optional)"
          maxLength={256}
          value={groupName}
          onType={(changed) => onChange({ ...typed, groupName: changed })}
        />
      )}
    </>
  )
}
