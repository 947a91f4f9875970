export type Aim = Readonly<{ atLeast: number } | { atMost: number }>
export type Figure = Readonly<{ bench: string; of: string; aim: Aim }>

const USER = '`GET /v0.1/user`, 10⁶ tokens, 128 connections'
const STATUS = 'status of a quota request, 10⁶ requests, 128 connections'
const PUT = 'requesting quota, 16 connections'
const LIST = 'list of events, 10⁶ subscriptions, 8 connections'
const PAGE = 'a page of 100, 8 connections'
const AUDIT = `${PAGE}, 10⁶ entries`
const APPS = '`GET /v0.1/apps` with 2,000 apps, 8 connections'
const LONGER = { bench: 'quota', of: PUT, aim: { atLeast: 0.4 } } as const

/** Every ratio that a bench prints, under the label that it prints, with the aim of the full size. */
export const FIGURES = {
  'ratio to bare shared read': { bench: 'tokens', of: USER, aim: { atLeast: 0.75 } },
  'ratio to one query per request': { bench: 'tokens', of: USER, aim: { atLeast: 2 } },
  'ratio to static': { bench: 'tokens', of: USER, aim: { atLeast: 0.42 } },
  'app route ratio to bare shared reads': {
    bench: 'tokens',
    of: '`GET /v0.1/apps/{owner}/{app}`, 128 connections',
    aim: { atLeast: 0.7 },
  },
  'bearer ratio to bare shared read': {
    bench: 'tokens',
    of: '`GET /v0.1/user` with 1,000 bearers, 128 connections',
    aim: { atLeast: 0.7 },
  },
  'status ratio to bare route, one bearer': { bench: 'quota', of: STATUS, aim: { atLeast: 0.9 } },
  'status ratio to bare route, many bearers': {
    bench: 'quota',
    of: `${STATUS}, 10,000 bearers`,
    aim: { atLeast: 0.7 },
  },
  'put ratio to bare inserts': { bench: 'quota', of: PUT, aim: { atLeast: 0.55 } },
  // Or 15 ms.
  'put p50 ratio to bare inserts': { bench: 'quota', of: PUT, aim: { atMost: 1.8 } },
  'put ratio to bare inserts, client request id': LONGER,
  'put ratio to bare inserts, something open': LONGER,
  'put ratio to bare inserts, five resources': LONGER,
  'list ratio to bare route, warm': { bench: 'events', of: LIST, aim: { atLeast: 1.3 } },
  'list ratio to bare route, nothing kept': {
    bench: 'events',
    of: `${LIST}, \`EVENT_CACHE_MIB=0\``,
    aim: { atLeast: 0.7 },
  },
  'list p99 ratio to bare route, warm': { bench: 'events', of: LIST, aim: { atMost: 1.2 } },
  'list p50 ratio to 1e3 subscriptions': {
    bench: 'events',
    of: 'list of events with 10⁶ subscriptions',
    aim: { atMost: 1.2 },
  },
  'publish ratio to 1e3 subscriptions': {
    bench: 'events',
    of: 'publishing an event with 10⁶ subscriptions',
    aim: { atMost: 1.2 },
  },
  'apps at the cap ratio to bare route': { bench: 'lists', of: APPS, aim: { atLeast: 0.7 } },
  'apps at the cap p99 ratio to bare route': { bench: 'lists', of: APPS, aim: { atMost: 1.5 } },
  'audit ratio to bare route, newest': { bench: 'lists', of: AUDIT, aim: { atLeast: 0.7 } },
  'audit ratio to bare route, rare actor': {
    bench: 'lists',
    of: 'entries of an actor who has three, of 10⁶, 8 connections',
    aim: { atLeast: 0.7 },
  },
  'audit ratio to bare route, one scope': { bench: 'lists', of: AUDIT, aim: { atLeast: 0.7 } },
  'accounts ratio to bare route': { bench: 'lists', of: PAGE, aim: { atLeast: 0.7 } },
  'subscriptions ratio to bare route': { bench: 'lists', of: PAGE, aim: { atLeast: 0.7 } },
  'organizations ratio to bare route': { bench: 'lists', of: PAGE, aim: { atLeast: 0.7 } },
  'operator events ratio to bare route': { bench: 'lists', of: PAGE, aim: { atLeast: 0.7 } },
  'waiting quota ratio to bare route': { bench: 'lists', of: PAGE, aim: { atLeast: 0.7 } },
  'p50 ratio': {
    bench: 'growth',
    of: '`GET /v0.1/user`, 10⁷ to 10⁴ tokens, 16 connections',
    aim: { atMost: 1.3 },
  },
} as const satisfies Readonly<Record<string, Figure>>

export type Label = keyof typeof FIGURES

export const isReached = (ratio: number, aim: Aim): boolean =>
  'atLeast' in aim ? ratio >= aim.atLeast : ratio <= aim.atMost

export const describeAim = (aim: Aim): string =>
  'atLeast' in aim ? `≥ ${aim.atLeast}` : `≤ ${aim.atMost}`
