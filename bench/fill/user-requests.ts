import { join } from 'node:path'
import { byToken, writeRequests } from '../load/requests.ts'
import type { Size } from '../size.ts'
import type { Database } from '../start/database.ts'
import { timed } from './timed.ts'
import { fillTokens } from './tokens.ts'

const SAMPLE = 20_000

/** Fills in tokens; answers the file with a `GET /v0.1/user` for each of a sample. */
export async function fillUserRequests({ directUrl }: Database, size: Size): Promise<string> {
  const sample = Math.min(SAMPLE, size.rows / 5)
  const tokens = await timed(`${size.rows} tokens`, () =>
    fillTokens(directUrl, { rows: size.rows, sample }),
  )
  const requests = tokens.map(({ value }) => ({ path: '/v0.1/user', headers: byToken(value) }))
  return writeRequests(join(size.folder, 'user'), requests)
}
