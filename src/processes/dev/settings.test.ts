import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  administer,
  databaseUrl,
  newDatabaseName,
  withMigratedDatabase,
} from '../../../test/support/database/postgres.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { makeCertificate } from '../../../test/support/processes/certificate.ts'
import { ask, type Emulator, startEmulator } from '../../../test/support/processes/emulator.ts'
import { runBinnacle } from '../../../test/support/processes/processes.ts'
import { connect } from '../../platform/db/connect.ts'

// Each start is a database of its own.
vi.setConfig({ testTimeout: 480_000, hookTimeout: 240_000 })

test('the environment overrides every setting, and what was typed overrides it', async () => {
  await withMigratedDatabase(async (databaseUrl) => {
    const own = makeCertificate()
    const key = mkdtempSync(join(tmpdir(), 'binnacle-key-'))
    const keyFile = join(key, 'key')
    writeFileSync(keyFile, '0'.repeat(64), { mode: 0o600 })
    const emulator = await startEmulator(['--empty', '--host', '127.0.0.2'], {
      ports: [],
      env: {
        PORT: '0',
        TLS_PORT: '0',
        HOST: '127.0.0.3',
        DATABASE_URL: databaseUrl,
        SECRET_KEY_FILE: keyFile,
        PUBLIC_URL: 'https://binnacle.test',
        BASE_URL: 'https://api.binnacle.test',
        COMPATIBLE_CLIENTS: 'false',
        RATE_LIMITS: '',
        ...own.settings,
      },
    })
    try {
      expect(emulator.stderr()).toContain('Using the database in DATABASE_URL.')
      expect(emulator.stderr()).toContain(
        'Using PUBLIC_URL and SECRET_KEY_FILE from the environment.',
      )
      expect(emulator.plainUrl).toMatch(/^http:\/\/127\.0\.0\.2:[1-9]/)
      expect(emulator.settings).toMatchObject({
        DATABASE_URL: databaseUrl,
        SECRET_KEY_FILE: keyFile,
        PUBLIC_URL: 'https://binnacle.test',
        BINNACLE_URL: 'https://binnacle.test',
        APPCENTER_ENDPOINT: 'https://api.binnacle.test',
        NODE_EXTRA_CA_CERTS: own.certFile,
      })
      const headers = { 'x-api-token': emulator.settings.BINNACLE_TOKEN ?? '' }
      const made = await fetch(`${emulator.plainUrl}/v0.1/api_tokens`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{}',
      })
      expect(made.status).toBe(400)
    } finally {
      await emulator.stop()
      own.remove()
      rmSync(key, { recursive: true })
    }
  })
})

test('the settings that an earlier emulator printed are ignored, and it says so', async () => {
  const earlier = empty
  const emulator = await startEmulator(['--empty'], { env: { ...earlier.settings } })
  expect(emulator.stderr()).toContain('Ignoring its DATABASE_URL, PUBLIC_URL and SECRET_KEY_FILE.')
  for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'SECRET_KEY_FILE'])
    expect(emulator.settings[name]).not.toBe(earlier.settings[name])
  await emulator.stop()
})

test('a database that others use is refused before anything in it is changed', async () => {
  const name = newDatabaseName()
  await administer(`create database ${name}`)
  const db = connect(databaseUrl(name), { size: 1 })
  try {
    await sql`create table account (id integer)`.execute(db)
    await sql`insert into account values (1)`.execute(db)
    const env = { DATABASE_URL: databaseUrl(name) }
    await expect(startEmulator(['--empty'], { env })).rejects.toThrow(
      'already contains an installation',
    )
    const tables = await db.introspection.getTables()
    expect(tables.map((table) => table.name)).toEqual(['account'])
  } finally {
    await db.destroy()
    await administer(`drop database ${name} with (force)`)
  }
})

describe('one start for scripts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle env '))
  const file = join(folder, 'settings.env')
  let emulator: Emulator
  beforeAll(async () => {
    const written = ['--write-env-file', file, '--output', 'json']
    const args = ['--tls-port', '0', '--database', ofScripts.url, ...written]
    emulator = await startEmulator(args, { ports: [], env: { PORT: 'off' } })
  })
  afterAll(async () => {
    await emulator.stop()
    rmSync(folder, { recursive: true })
  })

  test('PORT=off leaves HTTPS alone, and the sample world is made all the same', async () => {
    expect(emulator.plainUrl).toBe('')
    const token = { 'x-api-token': emulator.settings.BINNACLE_TOKEN ?? '' }
    expect((await ask(emulator, '/v0.1/apps', token)).body.length).toBeGreaterThan(1)
  })

  test('--write-env-file and --output json give the settings to scripts', async () => {
    expect(emulator.stdout()).toMatch(/^\{.*\}\n$/)
    const reported = JSON.parse(emulator.stdout())
    expect(Object.keys(reported)).toEqual([
      'settings',
      'addresses',
      'accounts',
      'subscriptions',
      'clients',
      'tokens',
      'data',
    ])
    expect(reported.accounts).toContainEqual({
      name: 'edsger',
      password: expect.stringMatching(/^[\w-]{16}$/),
      role: 'viewer of harbour/tide-tables',
    })
    expect(reported.addresses.api).toContain(reported.settings.BINNACLE_URL)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    // As a shell reads it, and as Node does.
    const inShell = execFileSync('sh', ['-c', 'set -a; . "$0"; env', file], { env: {} }).toString()
    const print =
      'console.log(Object.entries(process.env).map((pair) => pair.join("=")).join("\\n"))'
    const inNode = execFileSync(process.execPath, [`--env-file=${file}`, '-e', print], { env: {} })
    for (const [name, value] of Object.entries(reported.settings)) {
      expect(inShell).toContain(`${name}=${value}\n`)
      expect(inNode.toString()).toContain(`${name}=${value}\n`)
    }
    expect(await emulator.stop()).toBe(0)
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, 'MINE=1\n')
    await expect(startEmulator(['--write-env-file', file])).rejects.toThrow(
      'was not written by binnacle dev',
    )
    expect(readFileSync(file, 'utf8')).toBe('MINE=1\n')
    // Node has read it by then, or ended because it is not there.
    const misread = await runBinnacle(['dev', '--env-file', file], {})
    expect([misread.code, misread.stderr]).toEqual([2, expect.stringContaining('--write-env-file')])
  })
})

test('--database: somebody else runs PostgreSQL', async () => {
  await withMigratedDatabase(async (databaseUrl) => {
    const emulator = await startEmulator(['--empty', '--database', databaseUrl])
    expect(emulator.settings.DATABASE_URL).toBe(databaseUrl)
    const token = { 'x-api-token': emulator.settings.BINNACLE_TOKEN ?? '' }
    expect((await ask(emulator, '/v0.1/apps', token)).body).toEqual([])
    await emulator.stop()
    await expect(startEmulator(['--empty', '--database', databaseUrl])).rejects.toThrow(
      'already contains an installation',
    )
  })
})

test('--data: a start that failed with --database is gone on with', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-data-'))
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  try {
    await withMigratedDatabase(async (databaseUrl) => {
      const args = ['--data', folder, '--database', databaseUrl]
      const env = { METRICS_ADDRESS: `127.0.0.1:${port}` }
      await expect(startEmulator(args, { env })).rejects.toThrow('EADDRINUSE')
      const seed = join(folder, 'seed.json')
      const event = { eventType: 'Nothing' }
      writeFileSync(seed, JSON.stringify({ clients: [{ id: 'poller' }], events: [event] }))
      await expect(startEmulator([...args, '--seed', seed])).rejects.toThrow('seed.json: events[0]')
      const emulator = await startEmulator(args)
      expect(emulator.stdout()).toContain('operator, admin of harbour')
      await emulator.stop()
      expect(readdirSync(folder)).not.toContain('operator.json')
      // What is there is not what was asked for.
      const empty = startEmulator([...args, '--empty'])
      await expect(empty).rejects.toThrow('contains the sample data. Choose another folder')
    })
  } finally {
    taken.close()
    rmSync(folder, { recursive: true })
  }
})

const other = makeCertificate()
/** PostgreSQL runs already: what it takes to start one is not the point. */
const [ofEmpty, ofScripts] = [useDatabase(), useDatabase()]
let empty: Emulator
beforeAll(async () => {
  empty = await startEmulator(['--empty', '--database', ofEmpty.url], {
    env: { NODE_EXTRA_CA_CERTS: other.certFile },
  })
})
afterAll(async () => {
  await empty.stop()
  other.remove()
})

test('--empty prints nothing of the sample world', async () => {
  expect(empty.stdout()).not.toMatch(
    /harbour|grace|edsger|tide-tables|logbook|Production|Staging|sample|^Subscriptions|eastus/im,
  )
  expect(empty.stdout()).toMatch(/^ {2}ada +\S+ +operator$/m)
})

test('documents over http too; pages lead to where their sign-in comes back to', async () => {
  const { plainUrl, settings } = empty
  const get = (url: string) => fetch(url, { redirect: 'manual' })
  expect((await get(`${plainUrl}/openapi/quota.json`)).status).toBe(200)
  for (const host of ['localhost', '127.0.0.1']) {
    const page = await get(`${plainUrl.replace('localhost', host)}/explorer/`)
    const location = `${settings.PUBLIC_URL}/explorer/`
    expect([host, page.status, page.headers.get('location')]).toEqual([host, 302, location])
  }
})

test('whom the machine trusts already stays trusted', async () => {
  const bundle = readFileSync(empty.settings.NODE_EXTRA_CA_CERTS ?? '', 'utf8')
  const [, authority = ''] = / authority +(\S+)/.exec(empty.stdout()) ?? []
  for (const file of [authority, other.certFile]) {
    expect(bundle).toContain(readFileSync(file, 'utf8').trim())
  }
  expect(readFileSync(authority, 'utf8').match(/BEGIN/g)).toHaveLength(1)
  const token = { 'x-api-token': empty.settings.BINNACLE_TOKEN ?? '' }
  expect((await ask(empty, '/v0.1/user', token)).status).toBe(200)
})
