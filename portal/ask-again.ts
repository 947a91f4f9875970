import { ApiError } from '../client/api-error.ts'

type Asked = Readonly<{ state: { error: Error | null } }>

const waitMsOf = (error: Error | null): number =>
  error instanceof ApiError ? error.retryAfterS * 1000 : 0

/** Whoever was refused gets the same answer until a person does something. */
const isFinal = (error: Error | null): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

/** For a query: how often the tab asks for what others change, later if the server says so. Hidden tabs do not ask. */
export const askEvery =
  (ms: number) =>
  ({ state: { error } }: Asked): number | false =>
    isFinal(error) ? false : Math.max(ms, waitMsOf(error))

export const askAgain = askEvery(15_000)
