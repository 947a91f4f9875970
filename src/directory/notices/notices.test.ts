import { beforeEach, expect, test } from 'vitest'
import { useSmtp } from '../../../test/support/mail/use-smtp.ts'
import { useInstallation } from '../../../test/support/server/installation.ts'
import { insertPerson } from '../../../test/support/world/world.ts'
import { type JobData, mailerOf } from '../../jobs.ts'
import { LIMITS, type Limits } from '../../limits.ts'
import { openJobs } from '../../platform/jobs.ts'
import { NO_MAIL } from '../../platform/mail/mailer.ts'
import { makeMetrics } from '../../platform/metrics/metrics.ts'
import { systemRealTime } from '../../platform/time.ts'
import { readConfig } from '../../settings.ts'
import { mailAccount, mailOperators } from './actions.ts'

const smtp = await useSmtp()
const { database, installation } = useInstallation(smtp.env, { runsJobs: true })
const message = { title: 'A notice', paragraphs: ['Something happened.'] }

async function openMailer(limits: Partial<Limits> = {}) {
  const jobs = await openJobs<JobData>(database.db, () => undefined)
  const config = readConfig({ DATABASE_URL: database.url, ...smtp.env }, { ...LIMITS, ...limits })
  const deps = { config, jobs, seal: installation.seal, realTime: systemRealTime }
  return mailerOf({ ...deps, metrics: makeMetrics() })
}

beforeEach(async () => {
  await database.db.updateTable('account').set({ is_operator: false }).execute()
})

const insert = async (state: { is_operator: boolean; disabled_at?: Date }) => {
  const person = await insertPerson(database.db)
  await database.db.updateTable('account').set(state).where('id', '=', person.id).execute()
  return person
}

test('all operators who can sign in are mailed, each once for one event', async () => {
  const operators = [await insert({ is_operator: true }), await insert({ is_operator: true })]
  await insert({ is_operator: true, disabled_at: new Date() })
  await insert({ is_operator: false })
  const mailer = await openMailer()
  const send = () =>
    database.db
      .transaction()
      .execute((trx) => mailOperators(trx, mailer, { event: 'test 1', message }))
  expect(await send()).toBe(2)
  await send()
  await smtp.waitFor(2)
  expect(
    smtp
      .list()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(operators.map(({ email }) => email).toSorted())
})

test('operators are mailed although they have had all the notices of a day', async () => {
  const ada = await insert({ is_operator: true })
  const mailer = await openMailer({ mailCaps: { perRecipient: 1, perSender: 200 } })
  const answers = await database.db
    .transaction()
    .execute(async (trx) => [
      await mailAccount(trx, mailer, ada.id, { event: 'test 3', message }),
      await mailAccount(trx, mailer, ada.id, { event: 'test 4', message }),
      await mailOperators(trx, mailer, { event: 'test 5', message }),
    ])
  expect(answers).toEqual([true, false, 1])
  await smtp.waitFor(2, ada.email)
})

test('an account that is disabled is not mailed; with mail off nobody is', async () => {
  const gone = await insert({ is_operator: false, disabled_at: new Date() })
  const here = await insert({ is_operator: true })
  const mailer = await openMailer()
  const notice = { event: 'test 2', message }
  const answers = await database.db
    .transaction()
    .execute(async (trx) => [
      await mailAccount(trx, mailer, gone.id, notice),
      await mailAccount(trx, NO_MAIL, here.id, notice),
      await mailOperators(trx, NO_MAIL, notice),
    ])
  expect(answers).toEqual([false, false, 0])
})
