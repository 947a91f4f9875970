import {
  describeWrongClock,
  isClockWrong,
  measureClockOffset,
} from '../../platform/clock-offset.ts'
import { connect, type Db } from '../../platform/db/connect.ts'
import { describeHost } from '../../platform/db/hosts.ts'
import { requireMigrated } from '../../platform/db/migrate.ts'
import { reasonOf } from '../../platform/errors.ts'
import { systemRealTime } from '../../platform/time.ts'
import type { Config } from '../../settings.ts'
import { type Finding, inBrackets, ok, problem, warning } from './finding.ts'
import { checkRights } from './rights.ts'
import * as store from './store.ts'

const OLDEST_POSTGRES = 150_000
const SLOW_MS = 5

/** Of `serve`: 10 for statements, 2 for shared reads, 4 for jobs, and 1 that listens. */
const MOST_CONNECTIONS = 17

/** The statements of `doctor` have short limits: it is run when something is wrong. */
const LIMITS = { size: 1, maxWaitMs: 5000, statementTimeoutMs: 30_000 }

/** Answers the findings, and the rest of `check` if the database can be used. */
export async function checkDatabase(
  { databaseUrl }: Config,
  check: (db: Db) => Promise<Finding[]>,
): Promise<Finding[]> {
  const db = connect(databaseUrl, LIMITS)
  try {
    const state = await store.readDatabaseState(db)
    return [
      ...describeState(state),
      ...(await tryMigrations(db)),
      // A superuser has every right, and was told so.
      ...(state.isSuperuser ? [] : await checkRights(db)),
      ...(await checkClock(db)),
      ...(await check(db)),
    ]
  } catch (error) {
    return [
      problem(
        'database',
        `cannot be used ${inBrackets(error)}. Check DATABASE_URL, that PostgreSQL is running, and that pg_hba.conf allows this machine.`,
      ),
    ]
  } finally {
    await db.destroy()
  }
}

function describeState(state: store.DatabaseState): Finding[] {
  const { version, versionNumber, sizeBytes, connections, maxConnections } = state
  const free = maxConnections - connections
  return [
    versionNumber >= OLDEST_POSTGRES
      ? ok('database', `PostgreSQL ${version}, ${Math.ceil(sizeBytes / 2 ** 20)} MiB`)
      : problem('database', `PostgreSQL ${version} is too old. Use version 15 or later.`),
    ...(state.isUtf8 ? [] : [problem('database', 'its encoding is not UTF8. Create it anew.')]),
    free >= MOST_CONNECTIONS
      ? ok('connections', `${connections} of ${maxConnections} are in use`)
      : warning(
          'connections',
          `${connections} of ${maxConnections} are in use, and a node may need ${MOST_CONNECTIONS}. Raise max_connections, or use a connection pooler.`,
        ),
    ...(state.isSuperuser
      ? [
          warning(
            'roles',
            'the role in DATABASE_URL is a superuser. Use the roles in deploy/cluster/roles.sql.',
          ),
        ]
      : []),
  ]
}

async function tryMigrations(db: Db): Promise<Finding[]> {
  try {
    await requireMigrated(db)
    return [ok('migrations', 'all are applied')]
  } catch (error) {
    return [problem('migrations', reasonOf(error))]
  }
}

async function checkClock(db: Db): Promise<Finding[]> {
  const offset = await measureClockOffset(db, systemRealTime)
  const trip = offset.roundTripMs
  return [
    isClockWrong(offset)
      ? problem('clock', `${describeWrongClock(offset)} Correct it, for example with NTP.`)
      : ok(
          'clock',
          `differs from the database by ${(Math.abs(offset.offsetMs) / 1000).toFixed(1)} s`,
        ),
    ...(trip > SLOW_MS
      ? [
          warning(
            'network',
            `the database responds after ${trip.toFixed(0)} ms. Run the nodes near the database, because a request sends one to four statements.`,
          ),
        ]
      : []),
  ]
}

export async function checkReplicas({ databaseReadUrls }: Config): Promise<Finding[]> {
  return Promise.all(databaseReadUrls.map(checkReplica))
}

async function checkReplica(url: string): Promise<Finding> {
  const host = describeHost(url)
  const db = connect(url, { ...LIMITS, requireServer: async () => undefined })
  try {
    const { isReplica, canReadStats } = await store.readReplicaState(db)
    if (!canReadStats) {
      return problem(
        'replica',
        `${host} is not used, because the role may not read its timeline. Run on the primary: grant pg_read_all_stats to ROLE`,
      )
    }
    return isReplica
      ? ok('replica', `${host} can be used`)
      : ok('replica', `${host} is now the primary, so it is not used as a replica`)
  } catch (error) {
    return warning('replica', `${host} cannot be used ${inBrackets(error)}.`)
  } finally {
    await db.destroy()
  }
}
