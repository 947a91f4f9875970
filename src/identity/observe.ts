import type { REFUSED_SIGN_INS } from '../platform/metrics/definitions.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { SigningKey } from './oauth/keys.ts'
import type { RefusedAttempt } from './refused-attempts.ts'

const REASONS: Readonly<Record<RefusedAttempt['action'], (typeof REFUSED_SIGN_INS)[number]>> = {
  'account.sign-in-failed': 'failed',
  'account.sign-in-throttled': 'throttled',
  'account.second-factor-failed': 'second-factor',
  'account.device-code-refused': 'device-code',
}

/** Counts refused attempts to sign in. */
export const observeSignIn = ({ refusedSignIns }: Pick<Metrics, 'refusedSignIns'>) => ({
  onRefused: ({ action }: RefusedAttempt) => refusedSignIns.inc({ reason: REASONS[action] }),
})

/** Reports the newest of the signing keys whenever metrics are read. */
export function observeSigningKeys(
  listKeys: () => readonly SigningKey[],
  { newestSigningKey, onScrape }: Pick<Metrics, 'newestSigningKey' | 'onScrape'>,
): void {
  onScrape(() => {
    const starts = listKeys().map(({ startsAt }) => startsAt.getTime())
    newestSigningKey.set(Math.max(...starts) / 1000)
  })
}
