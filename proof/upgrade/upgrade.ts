import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '../../src/platform/db/connect.ts'
import { administer, databaseUrl, newDatabaseName } from '../../test/support/database/postgres.ts'
import { runBinnacle, runScript, serve, serveFrom } from '../../test/support/processes/processes.ts'
import { ORIGIN } from '../../test/support/server/health-calls.ts'
import { type Node, openNode, openTwoNodes } from '../rolling/nodes.ts'
import { keepCalling, type Person } from './load.ts'
import { COMMIT, unpack } from './unpack.ts'

/** Then the proof ends early. */
const MOST_FAULTS = 200
const SETTINGS = {
  PUBLIC_URL: ORIGIN,
  QUOTA_BEYOND_HEADROOM: 'approve',
  RATE_LIMITS: 'false',
  DRAIN_SECONDS: '2',
}

type Settings = Record<string, string>

/** From the previous release to this one and back, as the guide says, under requests: none fails, nothing is lost. */
export async function proveUpgrade(requestsPerStep: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-upgrade-'))
  const database = newDatabaseName()
  await administer(`create database ${database}`)
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  const env = { ...SETTINGS, DATABASE_URL: databaseUrl(database), SECRET_KEY_FILE: keyFile }
  try {
    return await upgradeAndBack(unpack(folder), env, requestsPerStep)
  } finally {
    await administer(`drop database ${database} with (force)`)
    rmSync(folder, { recursive: true })
  }
}

async function upgradeAndBack(bin: string, env: Settings, requestsPerStep: number) {
  const runOld = (...args: string[]) => succeed(runScript(bin, args, env))
  await runOld('migrate')
  await runOld('load-catalogue')
  const token = await runOld('bootstrap', '--email', 'ada@example.com', '--name', 'ada')
  const passwordLink = await runOld('password-link', '--name', 'ada')
  const person: Person = { token, passwordLink: new URL(passwordLink).pathname, name: 'ada' }

  await using running = new AsyncDisposableStack()
  const openOld = () => openNode(serveFrom(bin, env))
  const openNew = () => openNode(serve(env))
  const { url, replaceAll } = await openTwoNodes(openOld, running)
  const load = await keepCalling(() => url, person)
  const step = async (name: string, act: () => Promise<void>) => {
    const before = load.count()
    const startedAt = performance.now()
    await act()
    const tookMs = Math.round(performance.now() - startedAt)
    while (load.count() < before + requestsPerStep && load.faults.length < MOST_FAULTS) {
      await delay(50)
    }
    console.log(
      `${name}: ${tookMs} ms, ${load.count() - before} requests, ${load.faults.length} faults`,
    )
  }
  const replaceWith = (openNext: () => Promise<Node>) => async () => {
    const failed = (await replaceAll(openNext)).filter((code) => code !== 0)
    load.faults.push(...failed.map((code) => `a node ended with ${code}`))
  }
  await step(`two nodes of ${COMMIT.slice(0, 7)}`, async () => undefined)
  await step('migrate', async () => void (await succeed(runBinnacle(['migrate'], env))))
  await step('each node replaced by this release', replaceWith(openNew))
  await step('each node replaced by the previous release', replaceWith(openOld))
  await step('and by this release again', replaceWith(openNew))
  await load.stop()

  const db = connect(env.DATABASE_URL ?? '')
  const faults = [...load.faults, ...(await load.findLost(db).finally(() => db.destroy()))]
  console.log(
    `upgrade: ${load.count()} requests, ${load.acknowledged.length} acknowledged writes, ${faults.length} faults`,
  )
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  return faults.length === 0
}

async function succeed(finished: ReturnType<typeof runScript>): Promise<string> {
  const { code, stdout, stderr } = await finished
  if (code !== 0) throw new Error(`${code} ${stderr}`)
  return stdout.trim()
}
