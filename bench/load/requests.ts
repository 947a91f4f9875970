import { writeFileSync } from 'node:fs'

export type Request = Readonly<{
  method?: 'GET' | 'PUT'
  path: string
  headers: Readonly<Record<string, string>>
  /** Requests with a body are sent once each, in their order; others at random, again and again. */
  body?: unknown
}>

export const byToken = (token: string) => ({ 'X-API-Token': token })
export const byBearer = (bearer: string) => ({ Authorization: `Bearer ${bearer}` })

/** As `load.lua` reads them. */
export function writeRequests(file: string, requests: readonly Request[]): void {
  writeFileSync(file, requests.map((request) => `${toLine(request)}\n`).join(''))
}

function toLine({ method = 'GET', path, headers, body }: Request): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const text = body === undefined ? '' : JSON.stringify(body)
  return [method, path, fields.join('|'), text].join('\t')
}

/** A bare route with another response would be no comparison. */
export async function compareBodies(
  binnacle: string,
  bare: string,
  requests: readonly Request[],
): Promise<void> {
  for (const { path, headers } of requests) {
    const [ours = '', theirs] = await Promise.all(
      [binnacle, bare].map(async (base) => (await fetch(`${base}${path}`, { headers })).text()),
    )
    if (ours !== theirs) throw new Error(`${path}: the bare response is ${theirs}, ours ${ours}`)
  }
}
