import { makeStyles, tokens } from '@fluentui/react-components'
import type { Column } from '../../../ui/data-table-parts.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import type { ApiToken } from '../queries-tokens.ts'
import { isExpired } from './expiry.ts'
import { accessOf, KIND_NAMES, nameOf } from './words.ts'

const useStyles = makeStyles({
  expired: { color: tokens.colorStatusDangerForeground1, fontWeight: tokens.fontWeightSemibold },
})

/** Before and after every time there can be. */
const [FIRST, LAST] = [0, Number.MAX_SAFE_INTEGER]

const NAME: Column<ApiToken> = {
  key: 'name',
  header: 'Name',
  share: 4,
  value: nameOf,
  render: (token) => <span title={nameOf(token)}>{nameOf(token)}</span>,
}

const FACTS: readonly Column<ApiToken>[] = [
  { key: 'access', header: 'Access', share: 1.7, value: accessOf },
  { key: 'kind', header: 'Kind', share: 1.6, value: ({ kind }) => KIND_NAMES[kind] },
  {
    key: 'created',
    header: 'Created',
    share: 2,
    value: ({ created_at }) => Date.parse(created_at),
    words: () => '',
    render: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

const CREATED_BY: Column<ApiToken> = {
  key: 'created_by',
  header: 'Created by',
  share: 2,
  value: ({ created_by }) => created_by,
}

const USE: readonly Column<ApiToken>[] = [
  {
    key: 'last_used',
    header: 'Last used',
    share: 2,
    value: ({ last_used_at }) => (last_used_at === null ? FIRST : Date.parse(last_used_at)),
    words: ({ last_used_at }) => (last_used_at === null ? 'never used' : ''),
    render: ({ last_used_at }) =>
      last_used_at === null ? 'Never' : <RelativeTime at={last_used_at} />,
  },
  {
    key: 'expires',
    header: 'Expires',
    share: 2.4,
    value: ({ expires_at }) => (expires_at === null ? LAST : Date.parse(expires_at)),
    words: ({ expires_at }) => expiryWords(expires_at),
    render: ({ expires_at }) => <ExpiryTime at={expires_at} />,
  },
]

/** One's own tokens were all created by oneself. */
export const OWN_COLUMNS: readonly Column<ApiToken>[] = [NAME, ...FACTS, ...USE]
export const COLUMNS: readonly Column<ApiToken>[] = [NAME, ...FACTS, CREATED_BY, ...USE]

function expiryWords(expiresAt: string | null): string {
  if (expiresAt === null) return 'never expires'
  return isExpired(expiresAt, new Date()) ? 'expired' : ''
}

function ExpiryTime({ at }: Readonly<{ at: string | null }>) {
  const styles = useStyles()
  if (at === null) return 'Never'
  if (!isExpired(at, new Date())) return <RelativeTime at={at} />
  return (
    <span className={styles.expired}>
      {'Expired '}
      <RelativeTime at={at} />
    </span>
  )
}
