import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { caller, NEW_TOKEN } from '../../../test/support/http/http.ts'
import { useSmtp } from '../../../test/support/mail/use-smtp.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import { useInstallation } from '../../../test/support/server/installation.ts'
import { insertToken } from '../../../test/support/world/samples.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../test/support/world/world.ts'
import { type JobData, mailerOf } from '../../jobs.ts'
import { LIMITS } from '../../limits.ts'
import { openJobs } from '../../platform/jobs.ts'
import { makeMetrics } from '../../platform/metrics/metrics.ts'
import { systemProductTime, systemRealTime } from '../../platform/time.ts'
import { readConfig } from '../../settings.ts'
import { warnOfExpiry } from './tokens/warnings/actions.ts'

const smtp = await useSmtp()
const limits = { mailCaps: { perRecipient: 5, perSender: 6 } }
const { database, server, installation } = useInstallation(smtp.env, { runsJobs: true, limits })
const call = caller(server)

let admin: Person
let org: { id: string; name: string }
let app: Awaited<ReturnType<typeof insertApp>>
beforeEach(async () => {
  admin = await insertPerson(database.db)
  org = await insertOrganization(database.db, { [admin.id]: 'admin' })
  app = await insertApp(database.db, org)
})

const newEmail = () => `${randomUUID()}@elsewhere.example`
const invite = (path: string, user_email: string, headers = {}) =>
  call(admin.token, 'POST', `${path}/invitations`, { user_email }, headers)
const mailedOf = ({ headers }: { headers: Headers }) => headers.get('x-binnacle-mail')

describe('an invitation', () => {
  test('to an app is mailed with a link of its own, and the answer says so', async () => {
    const email = newEmail()
    const answer = await invite(app.path, email)
    expect([answer.status, mailedOf(answer)]).toEqual([204, 'queued'])
    const [mail] = await smtp.waitFor(1, email)
    expect(mail?.title).toBe(`${admin.name} invited you to ${org.name}/${app.name}`)
    expect(mail?.text).toMatch(new RegExp(`\n${ORIGIN}/oauth2/invitation/[\\w-]{43}\n`))
  })

  test('to an organization is mailed, and again when it is renewed', async () => {
    const email = newEmail()
    const path = `/v0.1/orgs/${org.name}`
    expect(mailedOf(await invite(path, email))).toBe('queued')
    await smtp.waitFor(1, email)
    const renewed = await call(admin.token, 'POST', `${path}/invitations/${email}/resend`, {})
    expect(mailedOf(renewed)).toBe('queued')
    const mails = await smtp.waitFor(2, email)
    expect(mails[1]?.title).toBe(`${admin.name} invited you to ${org.name}`)
  })

  test('repeated under one key is mailed once, and the answer is the same', async () => {
    const email = newEmail()
    const key = { 'idempotency-key': randomUUID() }
    const answers = [await invite(app.path, email, key), await invite(app.path, email, key)]
    expect(answers.map(mailedOf)).toEqual(['queued', 'queued'])
    const later = newEmail()
    await invite(app.path, later)
    // Two mails may overtake each other.
    await smtp.waitFor(1, email)
    await smtp.waitFor(1, later)
    expect(smtp.list(email)).toHaveLength(1)
  })

  test('that is refused is not mailed', async () => {
    const guest = await insertPerson(database.db)
    const members = { [guest.id]: 'developer' } as const
    const own = await insertApp(database.db, admin, members)
    expect((await invite(own.path, guest.email)).status).toBe(409)
    expect(
      await database.db.selectFrom('mail').selectAll().where('ended_at', 'is', null).execute(),
    ).toEqual([])
    expect(smtp.list(guest.email)).toEqual([])
  })

  test('the link is that of the setting, whatever the request says of its host', async () => {
    const email = newEmail()
    await invite(app.path, email, {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    })
    const [mail] = await smtp.waitFor(1, email)
    expect(mail?.text).not.toContain('evil')
  })

  test('a display name says nothing in a mail', async () => {
    const email = newEmail()
    const display = 'Your prize: https://evil.example'
    await sql`update app set display_name = ${display} where id = ${app.id}`.execute(database.db)
    await sql`update account set display_name = ${display} where id = ${admin.id}`.execute(
      database.db,
    )
    await invite(app.path, email)
    const [mail] = await smtp.waitFor(1, email)
    expect(mail?.text).not.toContain('evil')
  })

  test('does not contain a name that is a web site', async () => {
    const sender = await insertPerson(database.db, 'www.evil-sender.com')
    const members = { [sender.id]: 'admin' } as const
    const offer = await insertOrganization(database.db, members, 'www.evil-offer.com')
    const plain = await insertOrganization(database.db, members)
    const own = await insertApp(database.db, plain)
    const send = (path: string, user_email: string) =>
      call(sender.token, 'POST', `${path}/invitations`, { user_email })
    const [first, second] = [newEmail(), newEmail()]
    await send(`/v0.1/orgs/${offer.name}`, first)
    await send(own.path, second)
    const [[toOwner], [toApp]] = [await smtp.waitFor(1, first), await smtp.waitFor(1, second)]
    expect(toOwner?.title).toBe('Somebody invited you to an organization')
    expect(`${toOwner?.text}${toApp?.text}`).not.toContain('evil')
    expect(toApp?.title).toBe(`Somebody invited you to ${plain.name}/${own.name}`)
  })

  test('beyond the limit of the recipient or the sender takes effect, unmailed, and says so', async () => {
    const email = newEmail()
    const path = `${app.path}/invitations/${email}`
    const answers: (string | null)[] = []
    for (let index = 0; index < 7; index++)
      answers.push(mailedOf(await call(admin.token, 'POST', path)))
    expect(answers).toEqual([...Array(5).fill('queued'), 'not-sent', 'not-sent'])
    const other = newEmail()
    const last = await invite(app.path, other)
    expect([last.status, mailedOf(last)]).toEqual([204, 'not-sent'])
    const { body } = await call(admin.token, 'GET', `${app.path}/invitations`)
    expect(body).toHaveLength(2)
    await smtp.waitFor(5, email)
    expect(smtp.list(other)).toEqual([])
    expect(await server.metrics.scrape()).toContain('binnacle_mails_total{outcome="limited"} 3')
  })
})

describe('a new API token', () => {
  test('is announced to its owner, without its value and its description', async () => {
    const description = 'Visit https://evil.example'
    const { body } = await call(admin.token, 'POST', '/v0.1/api_tokens', {
      ...NEW_TOKEN,
      description,
    })
    const [mail] = await smtp.waitFor(1, admin.email)
    expect(mail?.title).toBe('A new API token was created')
    expect(mail?.text).toContain('API token (user token, Full access)')
    expect(mail?.text).toContain(`${ORIGIN}/account/tokens`)
    expect(mail?.text).not.toContain('evil')
    expect(mail?.text).toContain(`Its id is ${body.id}.`)
    expect(mail?.text).not.toContain(body.api_token)
  })

  test('of an app is announced to who created it, with the name of the app; a repeat is not announced again', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const create = () => call(admin.token, 'POST', `${app.path}/api_tokens`, NEW_TOKEN, headers)
    const ids = [(await create()).body.id, (await create()).body.id]
    expect(ids[0]).not.toBe(ids[1])
    await call(admin.token, 'POST', '/v0.1/api_tokens', NEW_TOKEN)
    const mails = await smtp.waitFor(2, admin.email)
    const named = `app token of ${app.path.replace('/v0.1/apps/', '')}, Full access`
    expect(mails.filter(({ text }) => text.includes(named))).toHaveLength(1)
  })

  test('of an app with a dot in its name is announced without the name', async () => {
    const input = { name: 'evil.example', display_name: 'Evil', os: 'Linux', platform: 'Custom' }
    const { body } = await call(admin.token, 'POST', '/v0.1/apps', input)
    const path = `/v0.1/apps/${body.owner.name}/evil.example/api_tokens`
    expect((await call(admin.token, 'POST', path, NEW_TOKEN)).status).toBe(201)
    const [mail] = await smtp.waitFor(1, admin.email)
    expect(mail?.text).toContain('API token (app token, Full access)')
    expect(mail?.text).not.toContain('evil')
  })
})

describe('a token that expires within a week', () => {
  const warn = async () => {
    const { db } = database
    const jobs = await openJobs<JobData>(db, () => undefined)
    const config = readConfig(
      { DATABASE_URL: database.url, PUBLIC_URL: ORIGIN, ...smtp.env },
      { ...LIMITS, ...limits },
    )
    const deps = { config, jobs, seal: installation.seal, realTime: systemRealTime }
    const mailer = mailerOf({ ...deps, metrics: makeMetrics() })
    await Promise.all(
      [1, 2].map(() => warnOfExpiry({ db, mailer, productTime: systemProductTime })),
    )
    await jobs.stop()
  }
  const insert = async (days: number, more: object = {}) => {
    const { id } = await insertToken(database.db, { homeId: admin.id, ...more })
    await sql`update api_token set expires_at = now() + ${days} * interval '1 day',
                                   created_at = now() - interval '30 days' where id = ${id}`.execute(
      database.db,
    )
    return id
  }

  test('its owner is warned once, however often the job runs', async () => {
    await insert(6.9)
    await warn()
    await warn()
    const [mail] = await smtp.waitFor(1, admin.email)
    expect(mail?.title).toBe('An API token expires soon')
    await call(admin.token, 'POST', '/v0.1/api_tokens', NEW_TOKEN)
    await smtp.waitFor(2, admin.email)
  })

  test('later, revoked, expired, or never longer than a week: nobody is warned', async () => {
    await insert(7.1)
    await insert(-1)
    await insert(3, { revokedAt: new Date() })
    const short = await insert(2)
    await sql`update api_token set created_at = now() - interval '1 day' where id = ${short}`.execute(
      database.db,
    )
    await warn()
    const rows = await database.db
      .selectFrom('api_token')
      .select('id')
      .where('created_by', '=', admin.id)
      .where('expiry_warned_at', 'is not', null)
      .execute()
    expect(rows).toEqual([])
  })
})

describe('without SMTP', () => {
  const off = useInstallation({})
  test('an invitation says that nothing is sent', async () => {
    const owner = await insertPerson(off.database.db)
    const { path } = await insertApp(off.database.db, owner)
    const answer = await caller(off.server)(owner.token, 'POST', `${path}/invitations`, {
      user_email: newEmail(),
    })
    expect([answer.status, mailedOf(answer)]).toEqual([204, 'not-sent'])
    expect(await off.database.db.selectFrom('mail').selectAll().execute()).toEqual([])
  })
})
