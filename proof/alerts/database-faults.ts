import pg from 'pg'
import { caller, NEW_TOKEN } from '../../test/support/http/http.ts'
import { insertPerson } from '../../test/support/world/world.ts'
import type { Instance } from '../database/instance.ts'
import type { Fault } from './fault.ts'
import { repeat } from './load.ts'
import { beginSignIn } from './sign-in-faults.ts'
import type { Stage } from './stage.ts'

const IN_PARALLEL = 20

/** Reads and writes of area A by one person, at a rate that a node does not notice. */
export async function openOrdinaryLoad({ db, server }: Stage) {
  const { token } = await insertPerson(db)
  const call = (method: string, path: string, body?: unknown) =>
    caller({ url: server.url() })(token, method, path, body)
  const reads = repeat(200, () => call('GET', '/v0.1/user'), 4)
  const writes = repeat(200, async () => {
    const { body } = await call('POST', '/v0.1/api_tokens', NEW_TOKEN)
    await call('DELETE', `/v0.1/api_tokens/${body.id}`)
  })
  return { stop: () => Promise.all([reads.stop(), writes.stop()]) }
}

/** A session that holds a lock until it is closed. */
async function openSession({ url }: Instance): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // Without a listener, a server that ends under it would end the proof.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Of the whole installation: one after the other. */
export const DATABASE_FAULTS: readonly Fault[] = [
  {
    alerts: ['BinnacleDatabaseUnavailable', 'BinnacleRequestsFailing'],
    async cause({ primary }) {
      await primary.end('SIGINT')
      return { end: () => primary.start() }
    },
  },
  {
    alerts: ['BinnacleDatabaseRefusesWork'],
    async cause({ primary, server }) {
      await primary.configure('default_transaction_read_only = on')
      const labels = { reason: 'read-only', instance: server.address }
      return { labels, end: () => primary.configure() }
    },
  },
  {
    alerts: ['BinnaclePoolExhausted'],
    async cause({ primary, server }) {
      const session = await openSession(primary)
      await session.query('begin; lock table oauth_record in access exclusive mode')
      const load = repeat(10, () => beginSignIn(server.url()), IN_PARALLEL)
      return {
        labels: { instance: server.address, pool: 'main' },
        async end() {
          await session.end()
          await load.stop()
        },
      }
    },
  },
  {
    alerts: ['BinnacleSharedReadsWait'],
    async cause({ primary, db, server }) {
      const { token } = await insertPerson(db)
      const session = await openSession(primary)
      // Each statement about a token takes as long as on a database that is too slow.
      const slow = repeat(50, () =>
        session.query(
          'begin; lock table api_token in access exclusive mode; select pg_sleep(0.7); commit',
        ),
      )
      const call = caller({ url: server.url() })
      const load = repeat(10, () => call(token, 'GET', '/v0.1/user'), IN_PARALLEL)
      return {
        labels: { instance: server.address },
        async end() {
          await slow.stop()
          await Promise.all([session.end(), load.stop()])
        },
      }
    },
  },
]

/** More of the log than the alert allows to be missing. */
const WRITE_24_MB =
  "select pg_logical_emit_message(false, 'proof', repeat('x', 1000000)) from generate_series(1, 24)"

export const REPLICA_FAULTS: readonly Fault[] = [
  {
    alerts: ['BinnacleReplicaNotUsed'],
    async cause({ replica, server }) {
      await replica.end('SIGKILL')
      return { labels: { instance: server.address }, end: () => replica.revive() }
    },
  },
  {
    alerts: ['BinnacleReplicaBehind'],
    async cause({ primary, replica, server }) {
      await replica.run('select pg_wal_replay_pause()')
      await primary.run(WRITE_24_MB)
      return {
        labels: { instance: server.address },
        end: async () => void (await replica.run('select pg_wal_replay_resume()')),
      }
    },
  },
]
