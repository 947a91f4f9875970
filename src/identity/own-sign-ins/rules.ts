import type { SessionKind } from '../../directory/caller.ts'
import { sessionIdOf } from '../oauth/rules.ts'

/** A name and what only its User-Agent has. The first that fits: most browsers also name those before them. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/^binnacle-cli\b/, 'Binnacle command line'],
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChromium\/|\bHeadlessChrome\//, 'Chromium'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node\b/i, 'Node.js'],
  [/^python/i, 'Python'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b|\bwin32\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b|\bdarwin\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/i, 'Linux'],
]

/** More of a header than any browser needs is not looked at. */
const LONGEST_USER_AGENT = 1000

/** `Chromium on Linux`; null when it says nothing known. Only these words are stored, never the header. */
export function describeBrowser(userAgent = ''): string | null {
  const text = userAgent.slice(0, LONGEST_USER_AGENT)
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(text))?.[1]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  if (browser === undefined) return system ?? null
  return system === undefined ? browser : `${browser} on ${system}`
}

/** What the records of the provider say, when they are opened. */
export type SessionRecord = Readonly<{
  id: string
  sinceS: number
  /** The grant of each client that somebody signed in for in this browser. */
  clients: readonly Readonly<{ clientId: string; grantHash: Buffer }>[]
}> &
  LastUse
export type GrantRecord = Readonly<{
  id: string
  clientId: string
  sinceS: number
  scopes: readonly string[]
}> &
  LastUse
export type LastUse = Readonly<{
  lastUsedAt: Date | null
  lastUsedFrom: string | null
  browser: string | null
}>

export type OwnSession = LastUse &
  Readonly<{
    id: string
    kind: SessionKind
    clientIds: readonly string[]
    startedAt: Date
  }>

/** Browsers, and grants that outlive them: `staying`, by their ids. The last used first. */
export function toSessions(
  sessions: readonly SessionRecord[],
  grants: readonly GrantRecord[],
  staying: ReadonlySet<string>,
): OwnSession[] {
  const browsers = sessions.map(({ id, sinceS, clients, ...use }) => {
    const own = clients.filter(({ grantHash }) => !staying.has(sessionIdOf(grantHash)))
    const clientIds = own.map(({ clientId }) => clientId)
    return { id, kind: 'browser' as const, clientIds, startedAt: toTime(sinceS), ...toUse(use) }
  })
  const clients = grants
    .filter(({ id }) => staying.has(id))
    .map(({ id, clientId, sinceS, ...use }) => {
      const clientIds = [clientId]
      return { id, kind: 'client' as const, clientIds, startedAt: toTime(sinceS), ...toUse(use) }
    })
  const timeOf = ({ lastUsedAt, startedAt }: OwnSession) => (lastUsedAt ?? startedAt).getTime()
  return [...browsers, ...clients].toSorted((a, b) => timeOf(b) - timeOf(a))
}

const toTime = (seconds: number) => new Date(seconds * 1000)
const toUse = ({ lastUsedAt, lastUsedFrom, browser }: LastUse) => ({
  lastUsedAt,
  lastUsedFrom,
  browser,
})

export type OwnGrant = Readonly<{ clientId: string; scopes: readonly string[]; grantedAt: Date }>

/** A client has a grant for each device that stays signed in, and one for each browser: shown as one. */
export function toGrants(grants: readonly GrantRecord[]): OwnGrant[] {
  const byClient = Map.groupBy(grants, ({ clientId }) => clientId)
  return [...byClient]
    .map(([clientId, own]) => ({
      clientId,
      scopes: [...new Set(own.flatMap(({ scopes }) => scopes))].toSorted(),
      grantedAt: toTime(Math.min(...own.map(({ sinceS }) => sinceS))),
    }))
    .toSorted((a, b) => b.grantedAt.getTime() - a.grantedAt.getTime())
}
