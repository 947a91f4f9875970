import { Checkbox, makeStyles, tokens } from '@fluentui/react-components'
import { type InvalidateQueryFilters, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { useChange } from '../../../ui/form/useChange.ts'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import { accessOf } from '../tokens/words.ts'
import {
  type CreatedToken,
  type CreatedTokens,
  type CreatedTokensQuery,
  MAX_APPS,
} from './created-tokens.ts'
import type { Person } from './people.ts'

const useStyles = makeStyles({
  tokens: { margin: 0, paddingLeft: tokens.spacingHorizontalXL },
})

type Props = Readonly<{
  person: Person
  /** "Tide Tables". */
  from: string
  /** "They lose access at once." */
  consequence: string
  /** All tokens of the app or organization. */
  tokens: CreatedTokensQuery
  /** Without permission the request would be refused, so it is not sent. */
  mayList: boolean
  /** The text for a person who created no tokens. */
  none: string
  invalidates: readonly InvalidateQueryFilters[]
  /** Whether the checkbox to revoke tokens is checked at first: yes for managers and admins. */
  revokesByDefault: boolean
  remove: (revokesTokens: boolean) => Promise<unknown>
  onRemoved: () => void
  onClose: () => void
}>

/** Tokens belong to the app or organization: the dialog lists those the person created and offers to revoke them. */
export function RemovePersonDialog(props: Props) {
  const { person, from, consequence, invalidates, remove, onRemoved, onClose } = props
  const { mutate, isPending, error } = useChange(invalidates)
  const found = useQuery({ ...props.tokens, retry: false, enabled: props.mayList })
  const [revokesTokens, setRevokesTokens] = useState(props.revokesByDefault)
  const created = tokensCreatedBy(person, found.data)
  const change = {
    // There is no checkbox when there is nothing to revoke.
    run: () => remove(revokesTokens && created?.length !== 0),
    done: person.isYou ? `You left ${from}` : `${person.displayName} was removed from ${from}`,
    failed: `${person.isYou ? 'You were' : `${person.displayName} was`} not removed.`,
  }
  return (
    <ConfirmDialog
      title={person.isYou ? `Leave ${from}?` : `Remove ${person.displayName} from ${from}?`}
      consequence={consequence}
      action={person.isYou ? `Leave ${from}` : `Remove ${person.displayName}`}
      isBusy={isPending || found.isLoading}
      onConfirm={() => mutate(change, { onSuccess: onRemoved })}
      onCancel={onClose}
    >
      {error && <FormError title={change.failed} error={error} />}
      <CreatedTokenList person={person} none={props.none} found={found} />
      {!found.isLoading && created?.length !== 0 && (
        <Checkbox
          label={`Also revoke the API tokens that ${person.isYou ? 'you' : 'they'} created`}
          checked={revokesTokens}
          onChange={(_event, { checked }) => setRevokesTokens(checked === true)}
        />
      )}
      {!found.isLoading && created?.length !== 0 && (
        <div>{revokesTokens ? REVOKED_TEXT : KEPT_TEXT}</div>
      )}
    </ConfirmDialog>
  )
}

const REVOKED_TEXT = 'Scripts that use these tokens will start receiving 401 responses.'
const KEPT_TEXT =
  'These tokens will keep working until someone revokes them on the API tokens page.'

/** `undefined` when the tokens cannot be listed, or when none were found but not every app was checked. */
function tokensCreatedBy(
  person: Person,
  found: CreatedTokens | undefined,
): readonly CreatedToken[] | undefined {
  const created = found?.tokens.filter(({ created_by }) => created_by === person.name)
  return created?.length === 0 && !found?.isComplete ? undefined : created
}

const MAX_TOKENS = 5

type CreatedTokenListProps = Readonly<{
  person: Person
  none: string
  found: UseQueryResult<CreatedTokens>
}>

function CreatedTokenList({ person, none, found }: CreatedTokenListProps) {
  const styles = useStyles()
  const who = person.isYou ? 'you' : person.displayName
  if (found.isLoading)
    return <div role="status">{`Looking for API tokens that ${who} created…`}</div>
  if (!found.data) {
    return <div>{`The API tokens that ${who} created could not be listed.`}</div>
  }
  const created = found.data.tokens.filter(({ created_by }) => created_by === person.name)
  const incompleteNote = found.data.isComplete
    ? ''
    : ` Only the first ${MAX_APPS} apps were checked.`
  if (created.length === 0) return <div>{`${none}${incompleteNote}`}</div>
  return (
    <div>
      {`${person.isYou ? 'You' : who} created ${created.length === 1 ? 'this API token' : `these ${created.length} API tokens`}:`}
      <ul className={styles.tokens} aria-label="API tokens">
        {created.slice(0, MAX_TOKENS).map((token) => (
          <TokenLine key={token.id} token={token} />
        ))}
        {created.length > MAX_TOKENS && <li>{`and ${created.length - MAX_TOKENS} more`}</li>}
      </ul>
      {incompleteNote}
    </div>
  )
}

function TokenLine({ token }: Readonly<{ token: CreatedToken }>) {
  return (
    <li>
      {`${token.description || 'unnamed token'}, ${token.app ? `for ${token.app}, ` : ''}${accessOf(token)}, `}
      {token.last_used_at === null ? (
        'never used'
      ) : (
        <>
          last used <RelativeTime at={token.last_used_at} />
        </>
      )}
    </li>
  )
}
