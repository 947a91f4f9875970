import { paths } from './paths.ts'
import { findSession } from './session.ts'
import { basePath, settings } from './settings.ts'

/** The first API request of a page, known from its path before its script has loaded. */
const FIRST: Readonly<Record<string, string>> = {
  [paths.home]: '/v0.1/apps',
  [paths.apps]: '/v0.1/apps',
}

const preloaded = new Map<string, Promise<Response>>()

/** Starts the request while the script of the page is still loading. */
function preload(): void {
  const address = FIRST[location.pathname.slice(basePath.length)]
  const session = findSession()
  if (address === undefined || !session) return
  const url = settings.baseUrl + address
  const headers = { authorization: `Bearer ${session.accessToken}` }
  const answer = fetch(url, { headers })
  // `fetchPreloaded` reports a failure; until it is called, the rejection must not count as unhandled.
  answer.catch(() => undefined)
  preloaded.set(url, answer)
}

/** Like `fetch`, but returns the response of a preloaded request, once. */
export function fetchPreloaded(request: Request): Promise<Response> {
  const answer = request.method === 'GET' ? preloaded.get(request.url) : undefined
  preloaded.delete(request.url)
  return answer ?? fetch(request)
}

preload()
