import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import {
  administer,
  databaseUrl,
  newDatabaseName,
} from '../../../test/support/database/postgres.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { openSmtp } from '../../../test/support/mail/smtp.ts'
import { makeCertificate } from '../../../test/support/processes/certificate.ts'
import { runBinnacle } from '../../../test/support/processes/processes.ts'
import { runHere } from '../../../test/support/processes/run-here.ts'
import { serveHere } from '../../../test/support/processes/serve-here.ts'
import { insertPerson } from '../../../test/support/world/world.ts'
import { runRotateKey } from '../rotate-key.ts'
import { runDoctor } from './doctor.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'binnacle-doctor-'))
afterAll(() => rmSync(folder, { recursive: true }))

function makeKey(name: string): string {
  const file = join(folder, name)
  writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  return file
}

type Settings = Record<string, string>

/** Without a process; that it ends with 1 where it finds a problem, one test looks at. */
const withoutProcess = (env: Settings) => runHere(() => runDoctor(env))
const runProcess = (env: Settings) => runBinnacle(['doctor'], env)

async function examine(settings: Settings, run = withoutProcess) {
  const { code, stdout } = await run({ DATABASE_URL: database.url, ...settings })
  const lines = stdout.trim().split('\n')
  const pick = (mark: string) =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(9))
  return { code, ok: pick('ok'), warnings: pick('warning'), problems: pick('PROBLEM') }
}

test('an installation that runs has no problems; without its mail server or with another key it has one, and a rotation is missed', async () => {
  const [first, second] = [makeKey('first'), makeKey('second')]
  const running = await serveHere({ DATABASE_URL: database.url, SECRET_KEY_FILE: first })
  try {
    const PUBLIC_URL = (running.addresses[0] ?? '').replace('127.0.0.1', 'localhost')
    const healthy = await examine({ SECRET_KEY_FILE: first, PUBLIC_URL }, runProcess)
    expect([healthy.code, healthy.problems]).toEqual([0, []])
    expect(healthy.warnings).toContain('SMTP: is not set, so no e-mail is sent.')
    expect(healthy.ok.map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining(['settings', 'database', 'migrations', 'clock', 'keys', 'PUBLIC_URL']),
    )
    const smtp = await openSmtp()
    const mail = {
      SMTP: `url=smtp://127.0.0.1:${smtp.port},from=no-reply@binnacle.example`,
    }
    const mailed = await examine({ SECRET_KEY_FILE: first, PUBLIC_URL, ...mail })
    expect(mailed.ok).toContain(`SMTP: 127.0.0.1:${smtp.port} accepts connections`)
    await smtp.close()
    const silent = await examine({ SECRET_KEY_FILE: first, PUBLIC_URL, ...mail })
    expect(silent.problems.join()).toContain(`SMTP: 127.0.0.1:${smtp.port} cannot be reached`)
    const wrong = await examine({ SECRET_KEY_FILE: second, PUBLIC_URL }, runProcess)
    expect([wrong.code, wrong.problems]).toEqual([1, [expect.stringContaining('SECRET_KEY_FILE')]])
  } finally {
    await running.stop()
  }
  const both = `${second},${first}`
  await runRotateKey({ DATABASE_URL: database.url, SECRET_KEY_FILE: both })
  const rotated = await examine({ SECRET_KEY_FILE: second })
  expect([rotated.code, rotated.problems]).toEqual([0, []])
  const before = await examine({ SECRET_KEY_FILE: `${first},${second}` })
  expect(before.warnings.join()).toContain('Run binnacle rotate-key')
})

test('says which settings are wrong, and nothing else', async () => {
  const { code, problems, ok } = await examine({ PORT: 'many', OUTGOING: 'perhaps' })
  expect([code, ok.length]).toEqual([1, 1])
  expect(problems.join()).toContain('Invalid settings')
})

test('a database that is away, and one that is not migrated', async () => {
  const away = await examine({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect([away.code, away.problems]).toEqual([
    1,
    [expect.stringMatching(/^database: cannot be used/)],
  ])
  const name = newDatabaseName()
  await administer(`create database ${name}`)
  try {
    const empty = await examine({ DATABASE_URL: databaseUrl(name) })
    expect(empty.problems.join()).toContain('Run "binnacle migrate" first')
  } finally {
    await administer(`drop database ${name}`)
  }
})

test('jobs that nobody has taken, with the reason if OUTGOING is off', async () => {
  const insert = (id: string, queue: string, age: string) =>
    sql`insert into pgboss.job (id, name, start_after)
        values (${id}, ${queue}, now() - ${age}::interval)`.execute(database.db)
  await insert('00000000-0000-4000-8000-000000000001', 'retention.sweep', '5 s')
  const soon = await examine({})
  expect(soon.ok.join('\n')).toContain('jobs: none has waited')
  await insert('00000000-0000-4000-8000-000000000002', 'quota.fulfil', '10 min')
  const late = await examine({})
  expect(late.code).toBe(0)
  expect(late.warnings.join('\n')).toMatch(
    /jobs: 1 of quota\.fulfil are waiting, the oldest for 1\d min\. Start binnacle work/,
  )
  const off = await examine({ OUTGOING: 'off' })
  expect(off.warnings.join('\n')).toContain('They wait until OUTGOING is on.')
  await sql`delete from pgboss.job`.execute(database.db)
})

test('lists e-mail addresses beyond ASCII, with which nobody can sign in', async () => {
  const person = await insertPerson(database.db)
  expect((await examine({})).ok.join('\n')).toContain('accounts: all e-mail addresses')
  const email = `vi\u212ator@${person.name}.example`
  await database.db.updateTable('account').set({ email }).where('id', '=', person.id).execute()
  const { code, warnings } = await examine({})
  expect([code, warnings.join('\n')]).toEqual([
    0,
    expect.stringContaining(`accounts: ${email} cannot sign in`),
  ])
})

test('https without a certificate of its own needs TRUST_PROXY, also on this machine', async () => {
  const PUBLIC_URL = 'https://localhost:1'
  const without = await examine({ PUBLIC_URL })
  expect(without.warnings.join('\n')).toContain('TRUST_PROXY: is not set')
  const listed = await examine({ PUBLIC_URL, TRUST_PROXY: '127.0.0.1' })
  expect(listed.warnings.join('\n')).not.toContain('TRUST_PROXY')
})

test('a certificate that expires soon, http for others, metrics for everybody, OUTGOING=off', async () => {
  const certificate = makeCertificate()
  try {
    const { code, warnings } = await examine({
      ...certificate.settings,
      METRICS_ADDRESS: '0.0.0.0:9464',
      OUTGOING: 'off',
    })
    expect(code).toBe(0)
    for (const topic of ['certificate: expires in', 'METRICS_ADDRESS', 'OUTGOING', 'keys']) {
      expect(warnings.join('\n')).toContain(topic)
    }
    expect(warnings.join('\n')).toContain('providers are not called, and no traces are sent')
  } finally {
    certificate.remove()
  }
  const plain = await examine({ PUBLIC_URL: 'http://binnacle.invalid' })
  expect([plain.code, plain.problems]).toEqual([
    1,
    [expect.stringMatching(/^PUBLIC_URL: uses http/)],
  ])
  expect(plain.warnings.join('\n')).toMatch(/TRUST_PROXY.*PUBLIC_URL: \S+ cannot be reached/s)
})
