import { paths } from './paths.ts'
import { findSession } from './session.ts'
import { basePath, settings } from './settings.ts'

/** What a page asks for first; its address is known before any of its script is. */
const FIRST: Readonly<Record<string, string>> = {
  [paths.home]: '/v0.1/apps',
  [paths.apps]: '/v0.1/apps',
}

const begun = new Map<string, Promise<Response>>()

/** The answer comes while the script that shows it is still being loaded and read. */
function begin(): void {
  const address = FIRST[location.pathname.slice(basePath.length)]
  const session = findSession()
  if (address === undefined || !session) return
  const url = settings.baseUrl + address
  const headers = { authorization: `Bearer ${session.accessToken}` }
  const answer = fetch(url, { headers })
  // It is told to whoever takes it over, who may come a moment after it has failed.
  answer.catch(() => undefined)
  begun.set(url, answer)
}

/** As `fetch`; a request that was begun ahead is taken over, once. */
export function fetchBegun(request: Request): Promise<Response> {
  const answer = request.method === 'GET' ? begun.get(request.url) : undefined
  begun.delete(request.url)
  return answer ?? fetch(request)
}

begin()
