import { join } from 'node:path'
import { connect } from '../src/platform/db/connect.ts'
import { reportP99s, reportRates } from './figures/report.ts'
import { signBearers } from './fill/bearers.ts'
import { fillLists } from './fill/lists.ts'
import { timed } from './fill/timed.ts'
import { APPS, APPS_OWNER, LISTS } from './lists/lists.ts'
import { byBearer, type Request, writeRequests } from './load/requests.ts'
import { measureRounds } from './load/rounds.ts'
import { load } from './load/wrk.ts'
import type { Size } from './size.ts'
import { startBare } from './start/bare.ts'
import { withDatabase } from './start/database.ts'
import { startServer } from './start/server.ts'

const CONNECTIONS = 8

/** The first page of each list for operators, and all apps of an account, each beside a bare route. */
export async function benchLists(size: Size): Promise<void> {
  await withDatabase(size, async (database) => {
    await timed(`${size.rows} audit entries`, () => fillLists(database.directUrl, size.rows))
    await using running = new AsyncDisposableStack()
    const server = await startServer(database, size.folder, running)
    const bare = await startBare(database, 'bare-lists.ts', running)
    const db = connect(database.directUrl)
    running.defer(() => db.destroy())
    const account = db.updateTable('account').set({ is_operator: true })
    await account.where('id', '=', APPS_OWNER).execute()
    const ids = [APPS_OWNER]
    const [bearer = ''] = await signBearers(database.directUrl, server.keyFile, 'account', ids)
    for (const { label, path } of LISTS) {
      const request = { path, headers: byBearer(bearer) }
      await compareLengths(server.url, bare, request)
      const file = writeRequests(join(size.folder, 'list'), [request])
      const send = (base: string) => (seconds: number) =>
        load(base, file, { connections: CONNECTIONS, seconds })
      const sides = { binnacle: send(server.url), bare: send(bare) }
      const measured = await measureRounds(sides, size)
      reportRates(label, measured.binnacle, measured.bare)
      if (path === APPS)
        reportP99s(
          'p99 of a list of 2,000 apps, relative to a bare route',
          measured.binnacle,
          measured.bare,
        )
    }
  })
}

/** A bare route with another number of entries would be no comparison. */
async function compareLengths(ours: string, theirs: string, { path, headers }: Request) {
  const [one, other] = await Promise.all(
    [ours, theirs].map(async (base) => {
      const text = await (await fetch(`${base}${path}`, { headers })).text()
      const body = JSON.parse(text)
      return { entries: (body.value ?? body).length as number, text }
    }),
  )
  if (!one || !other || one.entries !== other.entries || Number.isNaN(one.entries))
    throw new Error(`${path}: ours ${one?.text.slice(0, 300)}, bare ${other?.text.slice(0, 300)}`)
  console.log(
    `${path}: ${one.entries} entries in ${one.text.length} bytes, bare ${other.text.length}`,
  )
}
