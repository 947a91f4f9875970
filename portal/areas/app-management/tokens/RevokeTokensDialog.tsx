import { Checkbox, makeStyles, ProgressBar, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import type { ApiToken, TokenFamily } from '../queries-tokens.ts'
import type { Failure } from './revocation.ts'
import { useRevokeTokens } from './useRevokeTokens.ts'
import { accessOf, countTokens, nameOf } from './words.ts'

const useStyles = makeStyles({
  list: {
    margin: `${tokens.spacingVerticalM} 0`,
    paddingLeft: tokens.spacingHorizontalXXL,
    overflowWrap: 'anywhere',
  },
})

type Props = Readonly<{ family: TokenFamily; tokens: readonly ApiToken[]; onClose: () => void }>

/** Asks once, naming the tokens; then says how far it is, and what could not be revoked. */
export function RevokeTokensDialog({ family, tokens: chosen, onClose }: Props) {
  const [withDescendants, setWithDescendants] = useState(false)
  const { start, stop, done, failures, wanted } = useRevokeTokens(family, chosen, onClose)
  const isBusy = done !== undefined
  const isOver = failures.length > 0 && !isBusy
  return (
    <ConfirmDialog
      title={titleOf(wanted, isOver)}
      consequence={consequenceOf(wanted, isOver)}
      action={isOver ? 'Try again' : `Revoke ${countTokens(wanted.length)}`}
      cancel={isBusy ? 'Stop' : isOver ? 'Close' : 'Cancel'}
      isBusy={isBusy}
      onConfirm={() => start(withDescendants)}
      onCancel={isBusy ? stop : onClose}
    >
      {isOver ? <Failures failures={failures} /> : <Names tokens={wanted} />}
      {isBusy ? (
        <Progress done={done} count={wanted.length} />
      ) : (
        <Checkbox
          label={`Also revoke the tokens that were made with ${wanted.length === 1 ? 'it' : 'them'}`}
          checked={withDescendants}
          onChange={(_event, { checked }) => setWithDescendants(checked === true)}
        />
      )}
    </ConfirmDialog>
  )
}

function titleOf(wanted: readonly ApiToken[], isOver: boolean): string {
  const [only] = wanted
  const what = wanted.length === 1 && only ? nameOf(only) : countTokens(wanted.length)
  return isOver ? `Not revoked: ${what}` : `Revoke ${what}?`
}

function consequenceOf({ length }: readonly ApiToken[], isOver: boolean): string {
  if (isOver) return `${length === 1 ? 'It' : 'They'} may still work. It is safe to try again.`
  return `Whatever uses ${length === 1 ? 'it' : 'them'} gets 401 from now on. This cannot be undone.`
}

/** Enough to recognise a wrong choice by. */
const MOST_NAMES = 10

function Names({ tokens: named }: Readonly<{ tokens: readonly ApiToken[] }>) {
  const styles = useStyles()
  const rest = named.length - MOST_NAMES
  return (
    <ul className={styles.list}>
      {named.slice(0, MOST_NAMES).map((token) => (
        <li key={token.id}>{`${nameOf(token)} (${accessOf(token)})`}</li>
      ))}
      {rest > 0 && <li>{`and ${countTokens(rest)} more`}</li>}
    </ul>
  )
}

function Failures({ failures }: Readonly<{ failures: readonly Failure[] }>) {
  const styles = useStyles()
  const rest = failures.length - MOST_NAMES
  return (
    <div role="alert">
      <ul className={styles.list}>
        {failures.slice(0, MOST_NAMES).map(({ token, error }) => (
          <li key={token.id}>{`${nameOf(token)}: ${error.message}`}</li>
        ))}
        {rest > 0 && <li>{`and ${countTokens(rest)} more`}</li>}
      </ul>
    </div>
  )
}

function Progress({ done, count }: Readonly<{ done: number; count: number }>) {
  return (
    <>
      <p role="status">{`${done} of ${countTokens(count)} done`}</p>
      <ProgressBar aria-label="Revoking" value={done} max={count} />
    </>
  )
}
