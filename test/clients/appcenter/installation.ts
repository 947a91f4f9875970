import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { connect, type Db } from '../../../src/platform/db/connect.ts'
import { caller } from '../../support/http/http.ts'
import { makeCertificate } from '../../support/processes/certificate.ts'
import { startEmulator } from '../../support/processes/emulator.ts'
import {
  type Finished,
  requireUnlimited,
  runBinnacle,
  runScript,
  serve,
} from '../../support/processes/processes.ts'
import { isLong } from '../../support/world/size.ts'

type Client = Readonly<{ version: string; alias: string; protocol: 'http' | 'https' }>

export const NEWEST: Client = { version: '3.0.4', alias: 'appcenter-cli-3', protocol: 'https' }
/** The last of the 2.x line may speak plain HTTP; 3.x refuses to. Only the nightly run needs it. */
const OLDER: Client = { version: '2.14.0', alias: 'appcenter-cli-2', protocol: 'http' }

export const CLIENTS = isLong ? [OLDER, NEWEST] : [NEWEST]

const PACKAGES = new URL('../packages/node_modules/', import.meta.url).pathname

/** Ours, or the way to it through a wire tap, past which nobody else is put in. */
type Database = { readonly url: string; readonly db?: Db }

/**
 * A new installation with ada as its operator, and a client as ada has it: nobody is logged in yet.
 * The database is migrated already; its address is read when the server starts.
 */
export function useInstallation(client: Client, database: Database) {
  let running: Running | undefined
  let home: string
  const installation = {
    token: '',
    url: '',
    readLog: () => running?.readLog() ?? '',
    /** Where other people are put in. */
    get db(): Db {
      const db = running?.db
      if (!db) throw new Error('this installation is not up, or its database is behind a wire tap')
      return db
    },
    /** Runs one command of the client. */
    run(...args: string[]): Promise<Finished> {
      const address = running?.addresses.find((url) => url.startsWith(`${client.protocol}:`))
      return runScript(`${PACKAGES}${client.alias}/bin/appcenter.js`, args, {
        HOME: home,
        // An environment named "local" is the only one whose address can be chosen.
        APPCENTER_ENDPOINT: address ?? '',
        NODE_EXTRA_CA_CERTS: running?.caFile ?? '',
        MOBILE_CENTER_TELEMETRY: 'off',
      })
    },
    /** Runs a command that must succeed, and reads its answer. */
    async runForJson(...args: string[]) {
      const { stdout, ...rest } = await installation.run(...args, '--output', 'json')
      expect(rest, stdout).toEqual({ code: 0, stderr: '' })
      return JSON.parse(stdout)
    },
    logIn: () => installation.run('login', '--token', installation.token, '--env', 'local'),
  }
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'binnacle-home-'))
    const { EMULATOR } = process.env
    running = EMULATOR ? await startFrom(EMULATOR, database) : await startServer(database)
    installation.token = running.token
    installation.url = running.addresses[0] ?? ''
  }, 180_000)
  afterAll(async () => {
    await running?.stop()
    rmSync(home, { recursive: true })
  })
  /** Calls of the API past the client, to see what a command really did. */
  return Object.assign(installation, { call: caller(installation) })
}

type Running = Readonly<{
  db: Db | undefined
  token: string
  addresses: readonly string[]
  caFile: string
  readLog: () => string
  stop: () => Promise<unknown>
}>

async function startServer({ url, db }: Database): Promise<Running> {
  const certificate = makeCertificate()
  const env = { DATABASE_URL: url, COMPATIBLE_CLIENTS: 'true', ...certificate.settings }
  const person = ['--email', 'ada@example.com', '--name', 'ada']
  const { code, stdout, stderr } = await runBinnacle(['bootstrap', ...person], env)
  expect(code, stderr).toBe(0)
  const { addresses, readLog, stop } = await serve(env)
  return {
    db,
    token: stdout.trim(),
    addresses,
    caFile: certificate.certFile,
    readLog,
    async stop() {
      await stop()
      certificate.remove()
      requireUnlimited({ readLog })
    },
  }
}

/** The emulator, of which nothing is known but what it printed. Only a wire tap needs a database of ours. */
async function startFrom(bin: string, ours: Database): Promise<Running> {
  const isTapped = ours.db === undefined
  const args = isTapped ? ['--empty', '--database', ours.url] : ['--empty']
  const env = { RATE_LIMITS: 'true' }
  const { settings, plainUrl, readLog, stop } = await startEmulator(args, { bin, env })
  const db = isTapped ? undefined : connect(settings.DATABASE_URL ?? '')
  return {
    db,
    token: settings.APPCENTER_ACCESS_TOKEN ?? '',
    addresses: [plainUrl, settings.APPCENTER_ENDPOINT ?? ''],
    caFile: settings.NODE_EXTRA_CA_CERTS ?? '',
    readLog,
    async stop() {
      await db?.destroy()
      const log = readLog()
      await stop()
      requireUnlimited({ readLog: () => log })
    },
  }
}

/** What a command prints when all is well. */
export const printed = (...lines: string[]): Finished => ({
  code: 0,
  stdout: lines.map((line) => `${line}\n`).join(''),
  stderr: '',
})
