import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { headersOf, openSmtp, type SmtpOptions } from '../../../test/support/mail/smtp.ts'
import { jobQueues, queuesLeft } from '../../jobs.ts'
import { readConfig } from '../../settings.ts'
import { openSeal } from '../crypto/seal.ts'
import { openJobs, workOnJobs } from '../jobs.ts'
import { addMs, systemRealTime } from '../time.ts'
import { type MailJobs, mailJobs, mailQueues } from './jobs.ts'
import { openMailer } from './mailer.ts'
import { openSender, TIME_LIMITS } from './sender.ts'
import type { MailConfig } from './settings.ts'
import { deleteOldMails } from './store.ts'

const database = useDatabase()
const seal = openSeal(Buffer.alloc(32, 7))
const LINK = 'https://binnacle.example/secret-of-the-link'
const ended: string[] = []
const logged: object[] = []
let limited = 0
beforeEach(async () => {
  ended.length = 0
  logged.length = 0
  limited = 0
  await sql`truncate mail, mail_count`.execute(database.db)
  await sql`delete from pgboss.job where name like 'mail.%'`.execute(database.db)
})

const configOf = (port: number): MailConfig => ({
  from: { name: '', address: 'no-reply@binnacle.example' },
  server: { host: '127.0.0.1', port, tls: 'off', signIn: undefined },
})

async function openStage(options: SmtpOptions = {}, retryLimit = 3, cap = 100) {
  const smtp = await openSmtp(options)
  const jobs = await openJobs<MailJobs>(database.db, () => undefined)
  onTestFinished(() => jobs.stop())
  onTestFinished(() => smtp.close())
  const config = configOf(smtp.port)
  const caps = { perRecipient: cap, perSender: cap }
  const retryPolicy = { retryLimit, retryDelay: 1 }
  const onLimited = () => void limited++
  const linkBase = 'https://binnacle.example'
  const deps = { caps, retryPolicy, linkBase, jobs, seal, realTime: systemRealTime, onLimited }
  return { smtp, config, mailer: openMailer(deps) }
}
type Stage = Awaited<ReturnType<typeof openStage>>

const handlersOf = ({ config }: Stage, answerMs = TIME_LIMITS.answerMs, now = systemRealTime) =>
  mailJobs({
    db: database.db,
    seal,
    send:
      config.server &&
      openSender({ ...config, server: config.server, limits: { ...TIME_LIMITS, answerMs } }),
    realTime: now,
    log: { warn: (fields) => void logged.push(fields) },
    onEnd: (outcome) => void ended.push(outcome),
  })

async function work(stage: Stage, answerMs?: number) {
  const failures: string[] = []
  const { stop } = await workOnJobs(database.url, mailQueues, handlersOf(stage, answerMs), {
    onError: (error) => void failures.push(String(error)),
    onFailure: (name, error) => void failures.push(`${name} ${error}`),
  })
  onTestFinished(stop)
  return failures
}

const enqueue = ({ mailer }: Stage, over: object = {}) => {
  const mail = {
    event: `test ${randomUUID()}`,
    to: 'ada@example.com',
    kind: 'notice' as const,
    message: { title: 'A title', paragraphs: ['A text.'], link: { label: 'Open', url: LINK } },
    ...over,
  }
  return database.db.transaction().execute((trx) => mailer.enqueue(trx, mail))
}

const readRows = () => database.db.selectFrom('mail').selectAll().execute()

test('a mail is sent once, and what it says is gone afterwards', async () => {
  const stage = await openStage()
  expect(await enqueue(stage, { event: 'test 1' })).toBe(true)
  const { rows } = await sql<{ all: string }>`
    select (select string_agg(data::text, ' ') from pgboss.job where name like 'mail.%')
           || (select string_agg(mail::text, ' ') from mail) as all`.execute(database.db)
  expect(rows[0]?.all).not.toMatch(/secret-of-the-link|ada@example/)
  const failures = await work(stage)
  await expect.poll(() => ended).toEqual(['sent'])
  const [received] = stage.smtp.mails
  expect(received && headersOf(received)).toContain('Message-ID: <test.1@binnacle.example>')
  expect(await readRows()).toMatchObject([{ outcome: 'sent', sealed_message: null }])
  expect(failures).toEqual([])
  expect(stage.smtp.mails).toHaveLength(1)
})

test('of a transaction that is rolled back nothing is sent', async () => {
  const { mailer } = await openStage()
  const rolledBack = database.db.transaction().execute(async (trx) => {
    const message = { title: 'A title', paragraphs: [] }
    await mailer.enqueue(trx, { event: 'test 1', to: 'a@example.com', kind: 'notice', message })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await readRows()).toEqual([])
})

test('one event causes one mail, also when it is enqueued and worked on twice', async () => {
  const stage = await openStage()
  await enqueue(stage, { event: 'test 1' })
  await enqueue(stage, { event: 'test 1' })
  const send = handlersOf(stage)['mail.send']
  const both = await Promise.allSettled([send({ event: 'test 1' }), send({ event: 'test 1' })])
  await send({ event: 'test 1' })
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(stage.smtp.mails).toHaveLength(1)
})

test('a worker whose clock is ten minutes ahead leaves a mail that another one is sending', async () => {
  const stage = await openStage({ stalls: true })
  await enqueue(stage, { event: 'test 1' })
  const first = handlersOf(stage, 2000)['mail.send']({ event: 'test 1' })
  const failed = expect(first).rejects.toThrow()
  await expect.poll(() => stage.smtp.mails.length).toBe(1)
  const ahead = handlersOf(stage, 2000, () => addMs(systemRealTime(), 10 * 60_000))
  await expect(ahead['mail.send']({ event: 'test 1' })).rejects.toThrow(/another worker/)
  await failed
  expect(stage.smtp.mails).toHaveLength(1)
})

test('4xx: it is tried again, and arrives once', async () => {
  const stage = await openStage({
    refuseRecipient: (attempt) => (attempt < 2 ? { code: 450, text: 'later' } : undefined),
  })
  await enqueue(stage)
  const failures = await work(stage)
  await expect.poll(() => ended).toEqual(['sent'])
  expect([stage.smtp.countAttempts(), stage.smtp.mails.length, failures.length]).toEqual([3, 1, 2])
})

test('4xx each time: dropped after the last attempt, with a line in the log', async () => {
  const refuseRecipient = () => ({ code: 450, text: 'later' })
  const stage = await openStage({ refuseRecipient }, 1)
  await enqueue(stage, { event: 'test 1' })
  await work(stage)
  await expect.poll(() => ended).toEqual(['gave-up'])
  expect(stage.smtp.countAttempts()).toBe(2)
  expect(logged).toMatchObject([{ mail: 'test 1' }])
  expect(await readRows()).toMatchObject([{ outcome: 'gave-up', sealed_message: null }])
})

test('5xx: it is dropped and not tried again', async () => {
  const stage = await openStage({ refuseRecipient: () => ({ code: 550, text: 'unknown' }) })
  await enqueue(stage)
  const failures = await work(stage)
  await expect.poll(() => ended).toEqual(['refused'])
  expect([stage.smtp.countAttempts(), failures, logged.length]).toEqual([1, [], 1])
  expect(await readRows()).toMatchObject([{ sealed_message: null }])
})

test('a server that stalls keeps a worker for a limited time, and the mail is tried again', async () => {
  const stage = await openStage({ stalls: true }, 1)
  await enqueue(stage)
  const failures = await work(stage, 200)
  await expect.poll(() => ended).toEqual(['gave-up'])
  // The server took it both times and never said so: SMTP cannot tell.
  const ids = stage.smtp.mails.map((mail) =>
    headersOf(mail).find((line) => line.startsWith('Message-ID')),
  )
  expect(new Set(ids).size).toBe(1)
  expect(failures).toHaveLength(2)
})

test('a mail that has waited for more than three days is dropped', async () => {
  const stage = await openStage()
  await enqueue(stage, { event: 'test 1' })
  await sql`update mail set created_at = created_at - interval '73 hours'`.execute(database.db)
  await handlersOf(stage)['mail.send']({ event: 'test 1' })
  expect([ended, stage.smtp.mails]).toEqual([['too-old'], []])
})

test('a recipient gets so many on a day, however many ask at once; notices count apart', async () => {
  const stage = await openStage({}, 3, 5)
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      enqueue(stage, { kind: 'invitation', senderId: `sender-${index}` }),
    ),
  )
  expect([all.filter(Boolean).length, limited]).toEqual([5, 7])
  for (const to of ['ADA@example.com', 'ada+tag@example.com'])
    expect(await enqueue(stage, { to, kind: 'invitation' })).toBe(false)
  expect(await enqueue(stage)).toBe(true)
})

test('a sender causes so many on a day, and beyond that takes nothing from recipients', async () => {
  const stage = await openStage({}, 3, 5)
  const invite = (to: string, senderId: string) =>
    enqueue(stage, { kind: 'invitation', to, senderId })
  for (let index = 0; index < 5; index++) await invite(`p${index}@example.com`, 'flooder')
  for (let index = 0; index < 10; index++) {
    expect(await invite('victim@example.com', 'flooder')).toBe(false)
  }
  expect(await invite('victim@example.com', 'friend')).toBe(true)
})

test('with OUTGOING=off, or without SMTP, no process takes the jobs', () => {
  const env = { DATABASE_URL: database.url, SECRET_KEY_FILE: 'key' }
  const on = { ...env, SMTP: 'url=smtp://mail.example,from=a@b.example' }
  const left = (more: object) => queuesLeft({ seal, config: readConfig(more as typeof env) }).queues
  const names = Object.keys(jobQueues).filter((name) => /^mail\.|expiry-warnings/.test(name))
  expect(left({ ...on, OUTGOING: 'off' })).toEqual(expect.arrayContaining(names))
  expect(left(env)).toEqual(names)
  expect(left(on)).toEqual([])
})

test('old mails are deleted, but for the last that was sent', async () => {
  const insert = (event: string, day: number, outcome: string | null) => {
    const at = new Date(Date.UTC(2026, 0, day))
    const ended = outcome === null ? { sealed_message: Buffer.alloc(1) } : { outcome, ended_at: at }
    return database.db
      .insertInto('mail')
      .values({ event, created_at: at, ...ended })
      .execute()
  }
  const sweep = async () => {
    await deleteOldMails(database.db, new Date(Date.UTC(2026, 0, 10)), 100)
    const rows = await database.db.selectFrom('mail').select('event').orderBy('event').execute()
    return rows.map(({ event }) => event)
  }
  await insert('a', 1, null)
  expect(await sweep()).toEqual([])
  for (const [event, day] of [
    ['b', 3],
    ['c', 2],
  ] as const)
    await insert(event, day, 'sent')
  for (const [event, outcome] of [
    ['d', 'refused'],
    ['e', null],
  ] as const)
    await insert(event, 4, outcome)
  expect(await sweep()).toEqual(['b'])
  await insert('f', 11, 'sent')
  await insert('g', 11, null)
  expect(await sweep()).toEqual(['f', 'g'])
})
