import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lockOwner, whileHolding } from '../../../test/support/database/locks.ts'
import { headersOf } from '../../../test/support/mail/smtp.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import {
  createAccount,
  newEmail,
  newName,
  useInvitations,
} from '../../../test/support/server/invited.ts'
import { insertPerson } from '../../../test/support/world/world.ts'

const stage = await useInvitations()
const { world, call, invite, readMailedLink, copyLink, newBrowser, listMembers } = stage

const visit = async (url: string) => {
  const { status, text } = await newBrowser().visit(url)
  return { status, text }
}
const secretOf = (url: string) => url.split('/').at(-1) ?? ''

describe('a secret', () => {
  test('is used once: afterwards neither its page nor its forms do anything', async () => {
    await invite()
    const link = await readMailedLink()
    const [first, second] = [newBrowser(), newBrowser()]
    const page = await first.visit(link)
    const other = await second.visit(link)
    await createAccount(first, page, newName())
    const name = newName()
    const replayed = [
      await createAccount(second, other, name),
      await second.submit(other, 'sign-in'),
      await second.visit(link),
    ]
    expect(replayed.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(replayed.map(({ text }) => text)).size).toBe(1)
    expect(
      await stage.database.db.selectFrom('account').where('name', '=', name).execute(),
    ).toEqual([])
  })

  test('two people at once with one link: one account', async () => {
    await invite()
    const link = await readMailedLink()
    const tries = await Promise.all(
      [0, 1].map(async () => {
        const who = newBrowser()
        const page = await who.visit(link)
        return async () => ({ ...(await createAccount(who, page, newName())), body: undefined })
      }),
    )
    await whileHolding(stage.database.db, lockOwner(world.org.id), tries)
    expect(await listMembers()).toHaveLength(2)
  })

  test('ends when the invitation is renewed, revoked, rejected or expires, and looks alike', async () => {
    const ada = await insertPerson(stage.database.db)
    const links: string[] = []
    const open = async (email: string) => {
      await invite(email)
      links.push(await readMailedLink(email), await copyLink(email))
    }
    await open(world.email)
    await call(world.admin.token, 'POST', `${world.app.path}/invitations/${world.email}`, {})
    const revoked = newEmail()
    await open(revoked)
    await call(world.admin.token, 'DELETE', `${world.app.path}/invitations/${revoked}`)
    await open(ada.email)
    const [{ token }] = (await call(ada.token, 'GET', '/v0.1/user/invitations')).body
    await call(ada.token, 'POST', `/v0.1/user/invitations/apps/${token}/reject`, {})
    const expired = newEmail()
    await open(expired)
    await sql`update invitation set expires_at = now() where email_key = ${expired}`.execute(
      stage.database.db,
    )
    const answers = await Promise.all(links.map(visit))
    expect(answers.map(({ status }) => status)).toEqual(links.map(() => 404))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const renewed = await readMailedLink(world.email, 2)
    expect((await visit(renewed)).status).toBe(200)
  })

  test('is stored as a hash and never logged', async () => {
    await invite()
    const secrets = [secretOf(await readMailedLink()), secretOf(await copyLink())]
    for (const secret of secrets) await visit(`${ORIGIN}/oauth2/invitation/${secret}`)
    const { rows } = await sql<{ text: string }>`
      select t::text as text from invitation_link as t
      union all select a::text from audit as a union all select m::text from mail as m`.execute(
      stage.database.db,
    )
    const stored = rows.map(({ text }) => text).join('\n')
    const logged = stage.server.logLines.join('\n')
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{43}$/)
      expect(stored + logged).not.toContain(secret)
    }
  })
})

describe('the links and mails', () => {
  test('start with PUBLIC_URL, whatever host a request names', async () => {
    const forged = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    const path = `${world.app.path}/invitations`
    await call(world.admin.token, 'POST', path, { user_email: world.email }, forged)
    const mailed = await readMailedLink()
    const { body } = await call(
      world.admin.token,
      'POST',
      `${path}/${world.email}/link`,
      {},
      forged,
    )
    for (const url of [mailed, body.url])
      expect(url).toMatch(new RegExp(`^${ORIGIN}/oauth2/invitation/`))
    const response = await fetch(`${stage.server.url}${new URL(mailed).pathname}`, {
      headers: forged,
    })
    expect(await response.text()).not.toContain('evil.example')
  })

  test('names and addresses add no header and no recipient', async () => {
    const { admin } = world
    await stage.database.db
      .updateTable('account')
      .set({ name: 'x\r\nBcc: eve@evil.example', display_name: 'y\r\nBcc: eve@evil.example' })
      .where('id', '=', admin.id)
      .execute()
    await invite()
    await readMailedLink()
    const [mail] = stage.smtp.mails
    expect(mail?.to).toEqual([world.email])
    expect(mail && headersOf(mail).filter((line) => /^bcc:/i.test(line))).toEqual([])
    const refused = await invite('ada@elsewhere.example\r\nBcc: eve@evil.example')
    expect(refused.status).toBe(400)
    for (const email of ['a@b.example,eve@evil.example', '"a b"@b.example', 'a@[127.0.0.1]']) {
      const { headers } = await invite(email)
      expect(headers.get('x-binnacle-mail') ?? 'not-sent').toBe('not-sent')
    }
  })

  test('a page of an invitation shows names as text', async () => {
    await stage.database.db
      .updateTable('account')
      .set({ name: '<img src=x>' })
      .where('id', '=', world.admin.id)
      .execute()
    await invite()
    const { text } = await visit(await readMailedLink())
    expect(text).not.toContain('<img')
  })

  test('flooding: an address gets 20 mails in a day, and has one open invitation to an app', async () => {
    const email = newEmail()
    const sent: (string | null)[] = []
    for (let n = 0; n < 25; n++) {
      const path = `${world.app.path}/invitations/${email}`
      const { headers } = await call(world.admin.token, 'POST', path, {})
      sent.push(headers.get('x-binnacle-mail'))
    }
    expect(sent).toEqual([...Array(20).fill('queued'), ...Array(5).fill('not-sent')])
    const open = stage.database.db.selectFrom('invitation').where('email_key', '=', email)
    expect(await open.select('app_id').execute()).toEqual([{ app_id: world.app.id }])
    await expect.poll(() => stage.smtp.list(email).length).toBeGreaterThan(0)
  })
})
