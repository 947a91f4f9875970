export type Aim = Readonly<{ atLeast: number } | { atMost: number }>
export type Figure = Readonly<{ bench: string; of: string; aim: Aim }>

const USER = '`GET /v0.1/user`, 10⁶ tokens, 128 connections'
const STATUS = 'status of a quota request, 10⁶ requests, 128 connections'
const PUT = 'quota requests, 16 connections'
const LIST = 'list of events, 10⁶ subscriptions, 8 connections'
const PAGE = 'a page of 100 rows, 8 connections'
const AUDIT = `${PAGE}, 10⁶ entries`
const APPS = '`GET /v0.1/apps` with 2,000 apps, 8 connections'
const LONGER = { bench: 'quota', of: PUT, aim: { atLeast: 0.4 } } as const

/** Every ratio that a bench prints, under the label that it prints, with the aim of the full size. */
export const FIGURES = {
  'API token, relative to a bare shared read': {
    bench: 'tokens',
    of: USER,
    aim: { atLeast: 0.75 },
  },
  'API token, relative to one query per request': {
    bench: 'tokens',
    of: USER,
    aim: { atLeast: 2 },
  },
  'API token, relative to a static response': { bench: 'tokens', of: USER, aim: { atLeast: 0.42 } },
  'app, relative to bare shared reads': {
    bench: 'tokens',
    of: '`GET /v0.1/apps/{owner}/{app}`, 128 connections',
    aim: { atLeast: 0.7 },
  },
  'bearer, relative to a bare shared read': {
    bench: 'tokens',
    of: '`GET /v0.1/user` with 1,000 bearers, 128 connections',
    aim: { atLeast: 0.7 },
  },
  'quota status with one bearer, relative to a bare route': {
    bench: 'quota',
    of: STATUS,
    aim: { atLeast: 0.9 },
  },
  'quota status with many bearers, relative to a bare route': {
    bench: 'quota',
    of: `${STATUS}, 10,000 bearers`,
    aim: { atLeast: 0.7 },
  },
  'quota request, relative to bare inserts': { bench: 'quota', of: PUT, aim: { atLeast: 0.55 } },
  // Or 15 ms.
  'p50 of a quota request, relative to bare inserts': {
    bench: 'quota',
    of: PUT,
    aim: { atMost: 1.8 },
  },
  'quota request with a client request id, relative to bare inserts': LONGER,
  'quota request that supersedes another, relative to bare inserts': LONGER,
  'quota request for five resources, relative to bare inserts': LONGER,
  'list of events with a full cache, relative to a bare route': {
    bench: 'events',
    of: LIST,
    aim: { atLeast: 1.3 },
  },
  'list of events with the cache off, relative to a bare route': {
    bench: 'events',
    of: `${LIST}, \`EVENT_CACHE_MIB=0\``,
    aim: { atLeast: 0.7 },
  },
  'p99 of a list of events with a full cache, relative to a bare route': {
    bench: 'events',
    of: LIST,
    aim: { atMost: 1.2 },
  },
  'p50 of a list of events, relative to 1,000 subscriptions': {
    bench: 'events',
    of: 'list of events, 10⁶ subscriptions',
    aim: { atMost: 1.2 },
  },
  'time to publish an event, relative to 1,000 subscriptions': {
    bench: 'events',
    of: 'publishing an event, 10⁶ subscriptions',
    aim: { atMost: 1.2 },
  },
  'list of 2,000 apps, relative to a bare route': {
    bench: 'lists',
    of: APPS,
    aim: { atLeast: 0.7 },
  },
  'p99 of a list of 2,000 apps, relative to a bare route': {
    bench: 'lists',
    of: APPS,
    aim: { atMost: 1.5 },
  },
  'newest audit entries, relative to a bare route': {
    bench: 'lists',
    of: AUDIT,
    aim: { atLeast: 0.7 },
  },
  'audit entries of a rare actor, relative to a bare route': {
    bench: 'lists',
    of: 'an actor with 3 of 10⁶ entries, 8 connections',
    aim: { atLeast: 0.7 },
  },
  'audit entries of one scope, relative to a bare route': {
    bench: 'lists',
    of: AUDIT,
    aim: { atLeast: 0.7 },
  },
  'list of accounts, relative to a bare route': { bench: 'lists', of: PAGE, aim: { atLeast: 0.7 } },
  'list of subscriptions, relative to a bare route': {
    bench: 'lists',
    of: PAGE,
    aim: { atLeast: 0.7 },
  },
  'list of organizations, relative to a bare route': {
    bench: 'lists',
    of: PAGE,
    aim: { atLeast: 0.7 },
  },
  'events for operators, relative to a bare route': {
    bench: 'lists',
    of: PAGE,
    aim: { atLeast: 0.7 },
  },
  'waiting quota requests, relative to a bare route': {
    bench: 'lists',
    of: PAGE,
    aim: { atLeast: 0.7 },
  },
  'p50 with 10⁷ tokens, relative to 10⁴ tokens': {
    bench: 'growth',
    of: '`GET /v0.1/user`, 10⁷ and 10⁴ tokens, 16 connections',
    aim: { atMost: 1.3 },
  },
} as const satisfies Readonly<Record<string, Figure>>

export type Label = keyof typeof FIGURES

export const isReached = (ratio: number, aim: Aim): boolean =>
  'atLeast' in aim ? ratio >= aim.atLeast : ratio <= aim.atMost

export const describeAim = (aim: Aim): string =>
  'atLeast' in aim ? `≥ ${aim.atLeast}` : `≤ ${aim.atMost}`
