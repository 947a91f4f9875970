import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import type { Column } from '../../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import { isExpired } from './create/expiry.ts'
import type { ApiToken } from './queries.ts'
import { TokenButton } from './TokenButton.tsx'
import { accessOf, nameOf, startOf } from './words.ts'

const useStyles = makeStyles({
  expired: { color: tokens.colorStatusDangerForeground1, fontWeight: tokens.fontWeightSemibold },
  name: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' },
  id: {
    ...typographyStyles.caption1,
    display: 'block',
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground3,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    // One click takes all of it.
    userSelect: 'all',
  },
  actions: { display: 'flex', gap: tokens.spacingHorizontalXS },
  start: { ...typographyStyles.caption1, fontFamily: tokens.fontFamilyMonospace },
})

/** Before and after every time there can be. */
const [FIRST, LAST] = [0, Number.MAX_SAFE_INTEGER]

const NAME: Column<ApiToken> = {
  key: 'name',
  header: 'Name and ID',
  share: 5.7,
  value: nameOf,
  words: (token) => `${nameOf(token)} ${token.id}`,
  render: (token) => <NameAndId token={token} />,
}

const START_ACCESS_CREATED: readonly Column<ApiToken>[] = [
  {
    key: 'start',
    header: 'Characters 27–30',
    share: 1.85,
    value: startOf,
    render: (token) => <Start token={token} />,
  },
  { key: 'access', header: 'Access', share: 1.8, value: accessOf },
  {
    key: 'created',
    header: 'Created',
    share: 2.1,
    value: ({ created_at }) => Date.parse(created_at),
    words: () => '',
    render: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

const CREATED_BY: Column<ApiToken> = {
  key: 'created_by',
  header: 'Created by',
  share: 1.8,
  value: ({ created_by }) => created_by,
}

const USE: readonly Column<ApiToken>[] = [
  {
    key: 'last_used',
    header: 'Last used',
    share: 2.1,
    value: ({ last_used_at }) => (last_used_at === null ? FIRST : Date.parse(last_used_at)),
    words: ({ last_used_at }) => (last_used_at === null ? 'never used' : ''),
    render: (token) => <LastUse token={token} />,
  },
  {
    key: 'expires',
    header: 'Expires',
    share: 2.1,
    value: ({ expires_at }) => (expires_at === null ? LAST : Date.parse(expires_at)),
    words: (token) => expiryWords(token),
    render: (token) => <Expiry token={token} />,
  },
]

type Actions = Readonly<{
  onRevoke: (token: ApiToken) => void
  onReplace: (token: ApiToken) => void
}>

/** One's own tokens were all created by oneself. */
export function columnsOf(
  kind: ApiToken['kind'],
  { onRevoke, onReplace }: Actions,
): readonly Column<ApiToken>[] {
  const actions: Column<ApiToken> = {
    key: 'actions',
    header: 'Actions',
    share: 2.75,
    value: () => '',
    isActions: true,
    render: (token) => (
      <TokenActions>
        <TokenButton action="Replace" token={token} onClick={() => onReplace(token)} />
        <TokenButton action="Revoke" token={token} onClick={() => onRevoke(token)} />
      </TokenActions>
    ),
  }
  return [NAME, ...START_ACCESS_CREATED, ...(kind === 'user' ? [] : [CREATED_BY]), ...USE, actions]
}

function TokenActions({ children }: Readonly<{ children: ReactNode }>) {
  const styles = useStyles()
  return <div className={styles.actions}>{children}</div>
}

function LastUse({ token: { last_used_at, last_used_from } }: Readonly<{ token: ApiToken }>) {
  if (last_used_at === null) return 'Never'
  return (
    <>
      <RelativeTime at={last_used_at} />
      {last_used_from !== null && (
        <>
          <br />
          <span title={last_used_from}>{`from ${last_used_from}`}</span>
        </>
      )}
    </>
  )
}

function NameAndId({ token }: Readonly<{ token: ApiToken }>) {
  const styles = useStyles()
  return (
    <>
      <span className={styles.name} title={nameOf(token)}>
        {nameOf(token)}
      </span>
      <code className={styles.id}>{token.id}</code>
    </>
  )
}

function Start({ token }: Readonly<{ token: ApiToken }>) {
  const styles = useStyles()
  if (token.value_start === undefined) return 'Not stored'
  return (
    <code className={styles.start} title={`The value starts with ${token.value_start}`}>
      {startOf(token)}
    </code>
  )
}

const EXCEEDS = 'Exceeds limit'

function expiryWords({ expires_at, exceeds_limit }: ApiToken): string {
  const exceeds = exceeds_limit ? EXCEEDS.toLowerCase() : ''
  if (expires_at === null) return `never expires ${exceeds}`
  return isExpired(expires_at, new Date()) ? 'expired' : exceeds
}

/** Longer-lived than a new token could be. */
function Expiry({ token }: Readonly<{ token: ApiToken }>) {
  const { expires_at, exceeds_limit } = token
  return (
    <>
      <ExpiryTime at={expires_at} />
      {exceeds_limit && (
        <>
          <br />
          <span title="This token is valid for longer than the limit for new tokens.">
            {EXCEEDS}
          </span>
        </>
      )}
    </>
  )
}

function ExpiryTime({ at }: Readonly<{ at: string | null }>) {
  const styles = useStyles()
  if (at === null) return 'Never'
  if (!isExpired(at, new Date())) return <RelativeTime at={at} />
  return (
    <>
      <span className={styles.expired}>Expired</span>
      <br />
      <RelativeTime at={at} />
    </>
  )
}
