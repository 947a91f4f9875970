import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../test/support/server/federation.ts'
import {
  createAccount,
  insertWithPassword,
  newName,
  PASSWORD,
  useInvitations,
} from '../../../test/support/server/invited.ts'
import { insertToken } from '../../../test/support/world/samples.ts'
import { insertOrganization, insertPerson } from '../../../test/support/world/world.ts'

const stage = await useInvitations()
const { world, call, invite, readMailedLink, copyLink, newBrowser, openPortal, listMembers } = stage

/** Somebody with an account who got a copied link and accepted with it. */
async function joinByCopiedLink() {
  const { who, name, email } = await insertWithPassword(stage)
  await openPortal(who)
  await who.submit(await who.visit(await copyLink()), 'accept')
  expect(await listMembers()).toContainEqual(expect.objectContaining({ name, email }))
  const { id } = await stage.database.db
    .selectFrom('account')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { who, name, email, id }
}

describe('a copied link', () => {
  test('sets no address and claims no other invitation of its address', async () => {
    const other = await insertPerson(stage.database.db)
    const org = await insertOrganization(stage.database.db, { [other.id]: 'admin' })
    const path = `/v0.1/orgs/${org.name}/invitations`
    await call(other.token, 'POST', path, { user_email: world.email })
    await invite()
    const { id, email } = await joinByCopiedLink()
    const [pending] = await stage.database.db
      .selectFrom('invitation')
      .select(['owner_id', 'answer_key'])
      .where('email_key', '=', world.email)
      .execute()
    const token = `${pending?.owner_id}${pending?.answer_key}`.replaceAll('-', '')
    const { value } = await insertToken(stage.database.db, { homeId: id, createdBy: id })
    expect((await call(value, 'GET', '/v0.1/user/invitations')).body).toEqual([])
    const accepted = await call(value, 'POST', `/v0.1/user/invitations/orgs/${token}/accept`, {})
    expect(accepted.status).toBe(404)
    expect((await call(value, 'GET', '/v0.1/user')).body.email).toBe(email)
  })

  test('keeps its address from nobody: the owner gets it with their own invitation', async () => {
    await invite()
    const taken = await joinByCopiedLink()
    await invite()
    const owner = newBrowser()
    const name = newName()
    const page = await owner.visit(await readMailedLink(world.email, 2))
    expect(page.text).toContain('Create an account')
    await createAccount(owner, page, name)
    const browser = newBrowser()
    const form = await openPortal(browser)
    const fields = { login: world.email, password: PASSWORD }
    const signedIn = await browser.submit(form, 'sign-in', fields)
    expect(codeOf(signedIn)).toMatch(/./)
    const members = await listMembers()
    expect(members).toContainEqual(expect.objectContaining({ name, email: world.email }))
    expect(members).toContainEqual(
      expect.objectContaining({ name: taken.name, email: taken.email }),
    )
  })

  test('gets no mail of its address', async () => {
    await invite()
    await readMailedLink()
    const { name, email } = await joinByCopiedLink()
    const own = stage.smtp.list(email).length
    const elsewhere = newBrowser()
    const form = await openPortal(elsewhere)
    expect(
      codeOf(await elsewhere.submit(form, 'sign-in', { login: name, password: PASSWORD })),
    ).toMatch(/./)
    await stage.smtp.waitFor(own + 1, email)
    expect(stage.smtp.list(world.email)).toHaveLength(1)
  })

  test.each([
    ['app', () => world.app.path, { permissions: ['manager'] }],
    ['organization', () => `/v0.1/orgs/${world.org.name}`, { role: 'admin' }],
  ] as const)(
    'to an %s ends when its role changes, and the mailed one stays',
    async (_to, path, change) => {
      await invite(world.email, path())
      const links = [await readMailedLink(), await copyLink(world.email, path())]
      const changed = await call(
        world.admin.token,
        'PATCH',
        `${path()}/invitations/${world.email}`,
        change,
      )
      expect(changed.status).toBe(204)
      const pages = await Promise.all(links.map((link) => newBrowser().visit(link)))
      expect(pages.map(({ status }) => status)).toEqual([200, 404])
    },
  )

  test('is not made by somebody who may not send the invitation', async () => {
    const manager = await insertPerson(stage.database.db)
    await stage.database.db
      .insertInto('organization_member')
      .values({
        organization_id: world.org.id,
        account_id: manager.id,
        role: 'member',
        joined_at: new Date(),
      })
      .execute()
    await stage.database.db
      .insertInto('app_member')
      .values({
        owner_id: world.org.id,
        app_id: world.app.id,
        account_id: manager.id,
        role: 'manager',
        joined_at: new Date(),
      })
      .execute()
    const path = `${world.app.path}/invitations`
    await call(world.admin.token, 'POST', path, { user_email: world.email, role: 'admin' })
    const refused = await call(manager.token, 'POST', `${path}/${world.email}/link`, {})
    expect(refused.status).toBe(403)
    const stranger = await insertPerson(stage.database.db)
    expect((await call(stranger.token, 'POST', `${path}/${world.email}/link`, {})).status).toBe(404)
  })

  test.each(['the inviter', 'whoever copied the link'])(
    'ends when %s loses the right to invite',
    async (who) => {
      const { db } = stage.database
      const second = await insertPerson(db)
      const seat = { organization_id: world.org.id, account_id: second.id, joined_at: new Date() }
      await db
        .insertInto('organization_member')
        .values({ ...seat, role: 'admin' })
        .execute()
      const path = `${world.app.path}/invitations`
      const [inviter, copier] =
        who === 'the inviter' ? [second, world.admin] : [world.admin, second]
      await call(inviter.token, 'POST', path, { user_email: world.email })
      const { body } = await call(copier.token, 'POST', `${path}/${world.email}/link`, {})
      const { who: browser } = await insertWithPassword(stage)
      await openPortal(browser)
      const page = await browser.visit(body.url)
      expect(page.status).toBe(200)
      await call(world.admin.token, 'DELETE', `/v0.1/orgs/${world.org.name}/users/${second.name}`)
      expect((await browser.submit(page, 'accept')).status).toBe(404)
      expect((await newBrowser().visit(body.url)).status).toBe(404)
      expect(await listMembers()).toHaveLength(1)
    },
  )
})

describe('the page', () => {
  test('takes no form of another site', async () => {
    await invite()
    const { pathname } = new URL(await readMailedLink())
    for (const step of ['', '/sign-in', '/accept', '/sign-out']) {
      const response = await fetch(`${stage.server.url}${pathname}${step}`, {
        method: 'POST',
        headers: { origin: 'https://evil.example' },
        body: new URLSearchParams({ name: newName(), password: PASSWORD, again: PASSWORD }),
      })
      expect(response.status).toBe(403)
    }
    expect(await listMembers()).toHaveLength(1)
  })
})

describe('a copied link that somebody went on with', () => {
  const previewed = async (link: string) =>
    expect((await newBrowser().visit(link)).status).toBe(200)

  test('is accepted in that browser, and in no other', async () => {
    const [opener, other] = [await insertWithPassword(stage), await insertWithPassword(stage)]
    await invite()
    const link = await copyLink()
    const mine = newBrowser()
    const page = await mine.visit(link)
    await openPortal(other.who)
    const theirs = await other.who.visit(link)
    await previewed(link)
    await mine.submit(page, 'sign-in')
    const refused = await other.who.submit(theirs, 'accept')
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('already used in another browser'),
    ])
    expect((await newBrowser().submit(page, 'sign-in')).status).toBe(409)
    expect(await listMembers()).toHaveLength(1)
    const fields = { login: opener.name, password: PASSWORD }
    expect(codeOf(await mine.submit(await openPortal(mine), 'sign-in', fields))).toMatch(/./)
    expect(await listMembers()).toContainEqual(expect.objectContaining({ name: opener.name }))
  })

  test('can go on there after its sign-in has expired', async () => {
    const { name, who } = await insertWithPassword(stage)
    await invite()
    const link = await copyLink()
    await who.submit(await who.visit(link), 'sign-in')
    stage.clock.aheadMs = 20 * 60_000
    await previewed(link)
    await who.submit(await who.visit(link), 'sign-in')
    const fields = { login: name, password: PASSWORD }
    expect(codeOf(await who.submit(await openPortal(who), 'sign-in', fields))).toMatch(/./)
    expect(await listMembers()).toContainEqual(expect.objectContaining({ name }))
  })

  test('gives way to a new link, for any browser', async () => {
    const { name, who } = await insertWithPassword(stage)
    await openPortal(who)
    await invite()
    const first = newBrowser()
    await first.submit(await first.visit(await copyLink()), 'sign-in')
    await who.submit(await who.visit(await copyLink()), 'accept')
    expect(await listMembers()).toContainEqual(expect.objectContaining({ name }))
  })
})
