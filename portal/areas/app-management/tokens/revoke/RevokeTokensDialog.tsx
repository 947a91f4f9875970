import { Checkbox, makeStyles, ProgressBar, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { lastUseOf } from '../../../../../client/replacement.ts'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import type { ApiToken, TokenApi } from '../queries.ts'
import { accessOf, countTokens, nameOf } from '../words.ts'
import type { Failure } from './revocation.ts'
import { useRevokeTokens } from './useRevokeTokens.ts'

const useStyles = makeStyles({
  list: {
    margin: `${tokens.spacingVerticalM} 0`,
    paddingLeft: tokens.spacingHorizontalXXL,
    overflowWrap: 'anywhere',
  },
})

type Props = Readonly<{ tokenApi: TokenApi; tokens: readonly ApiToken[]; onClose: () => void }>

/** Asks once, naming the tokens; then says how far it is, and what could not be revoked. */
export function RevokeTokensDialog({ tokenApi, tokens: chosen, onClose }: Props) {
  const [withDescendants, setWithDescendants] = useState(false)
  const { start, stop, done, failures, remaining } = useRevokeTokens(tokenApi, chosen, onClose)
  const isBusy = done !== undefined
  const hasFailed = failures.length > 0 && !isBusy
  return (
    <ConfirmDialog
      title={titleOf(remaining, hasFailed)}
      consequence={consequenceOf(remaining, hasFailed)}
      action={hasFailed ? 'Try again' : `Revoke ${countTokens(remaining.length)}`}
      cancel={isBusy ? 'Stop' : hasFailed ? 'Close' : 'Cancel'}
      isBusy={isBusy}
      onConfirm={() => start(withDescendants)}
      onCancel={isBusy ? stop : onClose}
    >
      {hasFailed ? <Failures failures={failures} /> : <Names tokens={remaining} />}
      {isBusy ? (
        <Progress done={done} count={remaining.length} />
      ) : (
        <Checkbox
          label={`Also revoke the tokens that were created with ${remaining.length === 1 ? 'it' : 'them'}`}
          checked={withDescendants}
          onChange={(_event, { checked }) => setWithDescendants(checked === true)}
        />
      )}
    </ConfirmDialog>
  )
}

function titleOf(remaining: readonly ApiToken[], hasFailed: boolean): string {
  const [only] = remaining
  const what = remaining.length === 1 && only ? nameOf(only) : countTokens(remaining.length)
  return hasFailed ? `Could not revoke ${what}` : `Revoke ${what}?`
}

function consequenceOf({ length }: readonly ApiToken[], hasFailed: boolean): string {
  if (hasFailed)
    return `${length === 1 ? 'The token' : 'The tokens'} may still work. You can safely try again.`
  return `Scripts that use ${length === 1 ? 'it' : 'them'} will start receiving 401 responses. You cannot undo this.`
}

/** Enough to recognise a wrong choice by. */
const MAX_NAMES = 10

function Names({ tokens: named }: Readonly<{ tokens: readonly ApiToken[] }>) {
  const styles = useStyles()
  const rest = named.length - MAX_NAMES
  return (
    <ul className={styles.list}>
      {named.slice(0, MAX_NAMES).map((token) => (
        <li key={token.id}>{`${nameOf(token)} (${accessOf(token)}), ${lastUseOf(token)}`}</li>
      ))}
      {rest > 0 && <li>{`and ${rest} more`}</li>}
    </ul>
  )
}

function Failures({ failures }: Readonly<{ failures: readonly Failure[] }>) {
  const styles = useStyles()
  const rest = failures.length - MAX_NAMES
  return (
    <div role="alert">
      <ul className={styles.list}>
        {failures.slice(0, MAX_NAMES).map(({ token, error }) => (
          <li key={token.id}>{`${nameOf(token)}: ${error.message}`}</li>
        ))}
        {rest > 0 && <li>{`and ${rest} more`}</li>}
      </ul>
    </div>
  )
}

function Progress({ done, count }: Readonly<{ done: number; count: number }>) {
  return (
    <>
      <p role="status">{`Processed ${done} of ${countTokens(count)}`}</p>
      <ProgressBar aria-label="Revoking" value={done} max={count} />
    </>
  )
}
