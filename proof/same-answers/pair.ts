import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { waitForDueJobs } from '../../src/emulator/clock/actions.ts'
import { copyInUse } from '../../src/emulator/instances/actions.ts'
import type { Seal } from '../../src/platform/crypto/seal.ts'
import { connect, type Db } from '../../src/platform/db/connect.ts'
import { administer, databaseUrl, newDatabaseName } from '../../test/support/database/postgres.ts'
import { TRUSTED_ISSUERS } from '../../test/support/http/operator-requests.ts'
import { makeCertificate } from '../../test/support/processes/certificate.ts'
import { startEmulator } from '../../test/support/processes/emulator.ts'
import { LONG_WAITS, serve } from '../../test/support/processes/processes.ts'
import { withInstallation } from '../installation.ts'
import { openSender, type Sender } from './send.ts'

export type Settings = Readonly<Record<string, string>>

/** What `binnacle dev --output json` prints. */
export type Printed = Readonly<{
  settings: Settings
  addresses: Readonly<{ api: readonly string[] }>
  accounts: readonly Readonly<{ name: string; password: string }>[]
}>

export type Started = Readonly<{ printed: Printed; url: string; db: Db; seal: Seal }>

export type Pair = Readonly<{
  emulator: Sender
  server: Sender
  copiedAtMs: number
  /** Waits until nothing is left to do on either side that follows from a request. */
  waitForJobs: () => Promise<void>
}>

/**
 * An emulator with its sample data and what `prepare` adds to it, and a server with the same settings on a
 * copy of its database.
 */
export const withPair = <Prepared>(
  settings: Settings,
  prepare: (started: Started) => Promise<Prepared>,
  use: (pair: Pair, prepared: Prepared) => Promise<boolean>,
): Promise<boolean> =>
  withInstallation(async ({ db, seal, env }) => {
    await using ends = new AsyncDisposableStack()
    const certificate = ends.adopt(makeCertificate(), ({ remove }) => remove())
    const { SECRET_KEY_FILE } = env
    // An emulator writes mails; nobody is there to take them.
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@binnacle.example' }
    const ownKeys = { TRUSTED_ISSUERS, SECRET_KEY_FILE }
    const shared = { ...settings, ...certificate.settings, ...mail, ...ownKeys }
    const args = ['--database', env.DATABASE_URL, '--output', 'json']
    const emulator = await startEmulator(args, { env: shared })
    ends.defer(async () => void (await emulator.stop()))
    const printed = JSON.parse(emulator.stdout()) as Printed
    const [plainUrl, secureUrl] = listAddresses(printed)
    const prepared = await prepare({ printed, url: plainUrl, db, seal })

    const name = newDatabaseName()
    ends.defer(async () => void (await administer(`drop database if exists ${name} with (force)`)))
    await copyDatabase(db, new URL(env.DATABASE_URL).pathname.slice(1), name)
    const copiedAtMs = Date.now()
    const copy = connect(databaseUrl(name))
    ends.defer(() => copy.destroy())

    const { PUBLIC_URL = '' } = printed.settings
    const own = { DATABASE_URL: databaseUrl(name), PUBLIC_URL }
    const server = await serve({ ...LONG_WAITS, ...shared, ...own })
    ends.defer(async () => void (await server.stop('SIGKILL')))
    const [plainOfServer = '', secureOfServer = ''] = server.addresses
    const called = {
      host: new URL(PUBLIC_URL).host,
      ca: readFileSync(certificate.certFile, 'utf8'),
    }
    const open = (plain: string, secure: string) =>
      ends.adopt(openSender({ plainUrl: plain, secureUrl: secure }, called), ({ close }) => close())
    const pair = {
      emulator: open(plainUrl, secureUrl),
      server: open(plainOfServer, secureOfServer),
      copiedAtMs,
      waitForJobs: async () => void (await Promise.all([db, copy].map(waitForDueJobs))),
    }
    return await use(pair, prepared)
  })

/** Those without a certificate and with one, for a machine whose `localhost` may have several addresses. */
function listAddresses({ addresses }: Printed): [plain: string, secure: string] {
  const find = (scheme: string) => addresses.api.find((url) => url.startsWith(scheme)) ?? ''
  const [plain, secure] = [find('http:'), find('https:')]
  return [plain.replace('localhost', '127.0.0.1'), secure.replace('localhost', '127.0.0.1')]
}

/** The connections of the emulator are ended for it, and come back. */
async function copyDatabase(db: Db, source: string, name: string): Promise<void> {
  await waitForDueJobs(db)
  // Each process writes it every ten seconds, unless a later use is known.
  await sql`update api_token set last_used_at = now() + interval '1 day'`.execute(db)
  const administrator = connect(databaseUrl('postgres'), { size: 1 })
  try {
    await copyInUse(administrator, source, name)
  } finally {
    await administrator.destroy()
  }
}
