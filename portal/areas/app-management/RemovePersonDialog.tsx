import { Checkbox, makeStyles, tokens } from '@fluentui/react-components'
import { type InvalidateQueryFilters, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
  /** Whether the tokens go with the person unless somebody says otherwise: yes for managers. */
  revokesByDefault: boolean
  remove: (revokesTokens: boolean) => Promise<unknown>
  onRemoved: () => void
  onClose: () => void
}>

/** What the person made belongs to the place: before they go it is named, and asked whether it goes too. */
export function RemovePersonDialog(props: Props) {
  const { person, from, consequence, shownBy, remove, onRemoved, onClose } = props
  const { mutate, isPending, error } = useChange(shownBy)
  const found = useQuery({ ...props.tokens, retry: false, enabled: props.mayList })
  const [wantsRevoked, setWantsRevoked] = useState(props.revokesByDefault)
  const made = madeBy(person, found.data)
  const change = {
    // Nothing is asked where there is nothing to revoke.
    run: () => remove(wantsRevoked && made?.length !== 0),
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
      <TokensMade person={person} none={props.none} found={found} />
      {!found.isLoading && made?.length !== 0 && (
        <Checkbox
          label={`Also revoke the API tokens ${person.isYou ? 'you' : 'they'} made here`}
          checked={wantsRevoked}
          onChange={(_event, { checked }) => setWantsRevoked(checked === true)}
        />
      )}
      {!found.isLoading && made?.length !== 0 && <div>{wantsRevoked ? END : STAY}</div>}
    </ConfirmDialog>
  )
}

const END = 'Whatever uses them gets 401 from now on.'
const STAY = 'They go on working until somebody revokes them under API tokens.'

/** Nothing when they cannot be listed. An organization with many apps is looked at in part: then there may be more. */
function madeBy(person: Person, found: LeftTokens | undefined): readonly LeftToken[] | undefined {
  const made = found?.tokens.filter(({ created_by }) => created_by === person.name)
  return made?.length === 0 && !found?.isWhole ? undefined : made
}

const MOST_TOKENS = 5

type LeftProps = Readonly<{ person: Person; none: string; found: UseQueryResult<LeftTokens> }>

function TokensMade({ person, none, found }: LeftProps) {
  const styles = useStyles()
  const who = person.isYou ? 'you' : person.displayName
  if (found.isLoading) return <div role="status">{`Looking for API tokens ${who} made.`}</div>
  if (!found.data) {
    return <div>{`API tokens ${who} made here cannot be listed for you.`}</div>
  }
  const left = found.data.tokens.filter(({ created_by }) => created_by === person.name)
  const unseen = found.data.isWhole ? '' : ` Only the first ${MOST_APPS} apps were looked at.`
  if (left.length === 0) return <div>{`${none}${unseen}`}</div>
  return (
    <div>
      {`${person.isYou ? 'You' : who} made ${left.length === 1 ? 'this API token' : `these ${left.length} API tokens`}:`}
      <ul className={styles.tokens} aria-label="API tokens">
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
