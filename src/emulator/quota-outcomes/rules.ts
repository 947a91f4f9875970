/** Which quota requests an outcome is for. What is left out matches everything; case does not matter. */
export type OutcomeMatch = Readonly<{
  subscription?: string
  provider?: string
  location?: string
  resource?: string
}>

/** How many requests can wait for their outcome at the same time. */
export const MOST_WAITING = 10_000

/** How the request for one resource ends. */
export type OutcomeEnd =
  | Readonly<{ kind: 'grant' }>
  | Readonly<{ kind: 'grantWithoutId' }>
  | Readonly<{ kind: 'partial'; limit: number }>
  | Readonly<{ kind: 'deny'; code?: string; reason?: string }>
  | Readonly<{ kind: 'stuck' }>

export type NewOutcome = Readonly<{
  match?: OutcomeMatch
  /** How many requests end so at most. */
  times?: number
  /** Of the emulator's clock, after the request was submitted. */
  afterSeconds?: number
  /** So many polls still find the request in progress. */
  afterPolls?: number
  end: OutcomeEnd
}>

export type Asked = Readonly<Required<OutcomeMatch>>

const NAMES = ['subscription', 'provider', 'location', 'resource'] as const

export const isFor = ({ match = {} }: NewOutcome, asked: Asked): boolean =>
  NAMES.every((name) => match[name] === undefined || spell(match[name]) === spell(asked[name]))

/** `East US` and `eastus` are one place. */
const spell = (name: string) => name.toLowerCase().replaceAll(/\s/g, '')

export type Waiting = Readonly<{ dueAt: Date | undefined; afterPolls: number | undefined }>

/** Whether a request that waits ends now. One that waits for nothing is stuck. */
export const isDue = ({ dueAt, afterPolls }: Waiting, now: Date, polls: number): boolean =>
  (dueAt !== undefined && dueAt <= now) || (afterPolls !== undefined && polls > afterPolls)
