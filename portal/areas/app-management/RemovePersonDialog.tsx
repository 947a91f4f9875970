import { makeStyles, tokens } from '@fluentui/react-components'
import { type InvalidateQueryFilters, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { Person } from './people.ts'
import {
  type LeftToken,
  type LeftTokens,
  type LeftTokensQuery,
  MOST_APPS,
} from './queries-left-tokens.ts'
import { accessOf } from './tokens/words.ts'
import { useChange } from './useChange.ts'

const useStyles = makeStyles({
  tokens: { margin: 0, paddingLeft: tokens.spacingHorizontalXL },
})

type Props = Readonly<{
  person: Person
  /** "Tide Tables". */
  from: string
  /** "They lose access at once." */
  consequence: string
  /** Tokens of the place. */
  tokens: LeftTokensQuery
  /** Otherwise they would be refused, and are not asked for. */
  mayList: boolean
  /** What is said when the person made none of these. */
  none: string
  shownBy: readonly InvalidateQueryFilters[]
  remove: () => Promise<unknown>
  onRemoved: () => void
  onClose: () => void
}>

/** What the person made belongs to the place and stays: it is named before they go, not after. */
export function RemovePersonDialog(props: Props) {
  const { person, from, consequence, shownBy, remove, onRemoved, onClose } = props
  const { mutate, isPending, error } = useChange(shownBy)
  const found = useQuery({ ...props.tokens, retry: false, enabled: props.mayList })
  const change = {
    run: remove,
    done: person.isYou ? `You left ${from}` : `${person.displayName} was removed from ${from}`,
    failed: 'Nobody was removed.',
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
      {error && <FormProblem title="Nobody was removed." error={error} />}
      <TokensLeft person={person} none={props.none} found={found} />
    </ConfirmDialog>
  )
}

const MOST_TOKENS = 5

type LeftProps = Readonly<{ person: Person; none: string; found: UseQueryResult<LeftTokens> }>

function TokensLeft({ person, none, found }: LeftProps) {
  const styles = useStyles()
  const who = person.isYou ? 'you' : person.displayName
  if (found.isLoading) return <div role="status">{`Looking for API tokens ${who} made.`}</div>
  if (!found.data) {
    return <div>{`API tokens ${who} made here stay and go on working. They cannot be listed.`}</div>
  }
  const left = found.data.tokens.filter(({ created_by }) => created_by === person.name)
  const unseen = found.data.isWhole ? '' : ` Only the first ${MOST_APPS} apps were looked at.`
  if (left.length === 0) return <div>{`${none}${unseen}`}</div>
  const noun = left.length === 1 ? 'This API token' : `These ${left.length} API tokens`
  return (
    <div>
      {`${noun} ${who} made stay${left.length === 1 ? 's' : ''} and go${left.length === 1 ? 'es' : ''} on working until revoked under API tokens:`}
      <ul className={styles.tokens} aria-label="API tokens that stay">
        {left.slice(0, MOST_TOKENS).map((token) => (
          <TokenLine key={token.id} token={token} />
        ))}
        {left.length > MOST_TOKENS && <li>{`and ${left.length - MOST_TOKENS} more`}</li>}
      </ul>
      {unseen}
    </div>
  )
}

function TokenLine({ token }: Readonly<{ token: LeftToken }>) {
  return (
    <li>
      {`${token.description || 'without a name'}, ${token.app ? `for ${token.app}, ` : ''}${accessOf(token)}, `}
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
