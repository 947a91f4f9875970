import { randomUUID } from 'node:crypto'
import { copyInUse } from '../../../emulator/instances/actions.ts'
import type { Instance } from '../../../emulator/instances/instances.ts'
import { cloneDatabase, dropDatabase } from '../../../emulator/instances/store.ts'
import { restoreSnapshot, START } from '../../../emulator/snapshots/actions.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { makeMetrics } from '../../../platform/metrics/metrics.ts'
import type { Config } from '../../../settings.ts'
import type { startServer } from '../../serve.ts'
import { type Banner, toJson } from '../banner.ts'
import { bearerMaker } from '../bearer.ts'
import { bindPort } from '../ports.ts'
import { withDb } from '../with-db.ts'
import { openEmulator } from './emulator.ts'

const TEMPLATE = 'binnacle_template'
/** Which nobody uses, so that statements about other databases can be sent from there. */
const MAINTENANCE = 'template1'

export type SharedBanner = Omit<
  Banner,
  'config' | 'controlKey' | 'httpUrl' | 'httpsUrl' | 'operatorBearer'
>

export type CloneDeps = Readonly<{
  startServer: typeof startServer
  log: Parameters<typeof startServer>[1]['log']
  /** The settings of an instance with these addresses and this database. */
  configAt: (ports: Readonly<{ plain: number; secure: number }>, databaseUrl: string) => Config
  databaseUrl: string
  host: string
  /** What is the same for all instances, once the first has started. */
  shared: Promise<SharedBanner>
  nameOfHost: string
}>

type Copy = Readonly<{ id: string; name: string }>

/** Starts instances on copies of the database as it was after the start, one at a time. The first makes the template. */
export function openClones(deps: CloneDeps) {
  let hasTemplate = false
  /** Made while an instance starts, so that the next one does not wait for it. */
  let spare: Promise<Copy | undefined> | undefined
  const copy = async (): Promise<Copy> => {
    const id = randomUUID()
    const name = `binnacle_${id.replaceAll('-', '')}`
    await maintain(deps.databaseUrl, (db) => cloneDatabase(db, name, TEMPLATE))
    return { id, name }
  }
  const start = async (): Promise<Instance> => {
    if (!hasTemplate) await makeTemplate(deps.databaseUrl)
    hasTemplate = true
    const found = (await spare) ?? (await copy())
    // If this fails, the next start copies again, and reports the error.
    spare = copy().catch(() => undefined)
    try {
      return await startClone(deps, found)
    } catch (error) {
      const unused = await spare
      spare = undefined
      for (const { name } of unused ? [found, unused] : [found])
        await maintain(deps.databaseUrl, (db) => dropDatabase(db, name))
      throw error
    }
  }
  return start
}

async function startClone(deps: CloneDeps, { id, name }: Copy): Promise<Instance> {
  const { host, nameOfHost, databaseUrl } = deps
  await using opened = new AsyncDisposableStack()
  const plain = opened.use(await bindPort(0, host))
  const secure = opened.use(await bindPort(0, host))
  const url = urlOf(databaseUrl, name)
  const config = deps.configAt({ plain: plain.port, secure: secure.port }, url)
  const httpUrl = `http://${nameOfHost}:${plain.port}`
  const findOperator = async () => (await deps.shared).world.operatorId
  const emulator = openEmulator(config, { findOperator })
  const sockets = { plain: plain.socket, secure: secure.socket }
  const watch = { log: deps.log, metrics: makeMetrics() }
  // While the server starts: both wait for the database most of the time.
  const withBearer = addOperatorBearer(deps.shared, config)
  withBearer.catch(() => undefined)
  const server = await deps.startServer(config, watch, sockets, emulator)
  opened.defer(() => server.stop(0))
  const banner = {
    ...(await withBearer),
    config,
    controlKey: emulator.controlKey,
    httpUrl,
    httpsUrl: `https://${nameOfHost}:${secure.port}`,
  }
  const ends = opened.move()
  const stop = async () => {
    await ends.disposeAsync()
    await maintain(databaseUrl, (db) => dropDatabase(db, name))
  }
  return { id, started: JSON.parse(toJson(banner)), stop }
}

async function makeTemplate(databaseUrl: string): Promise<void> {
  const source = new URL(databaseUrl).pathname.slice(1)
  await maintain(databaseUrl, (db) => copyInUse(db, source, TEMPLATE))
  await withDb(urlOf(databaseUrl, TEMPLATE), (db) => restoreSnapshot(db, START))
}

/** What all instances have, and a bearer for the addresses of this one. */
async function addOperatorBearer(found: Promise<SharedBanner>, config: Config) {
  const shared = await found
  const operatorBearer = await withDb(config.databaseUrl, (db) =>
    bearerMaker(db, config)(shared.world.operatorId, 'account'),
  )
  return { ...shared, operatorBearer }
}

const maintain = (databaseUrl: string, use: (db: Db) => Promise<void>) =>
  withDb(urlOf(databaseUrl, MAINTENANCE), use)

function urlOf(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}
