import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../test/support/server/federation.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import {
  createAccount,
  insertWithPassword,
  newName,
  PASSWORD,
  useInvitations,
} from '../../../test/support/server/invited.ts'

const stage = await useInvitations()
const { world, invite, readMailedLink, copyLink, newBrowser, openPortal, listMembers } = stage

const signIn = async (login: string, password = PASSWORD) => {
  const who = newBrowser()
  const page = await openPortal(who)
  const answer = await who.submit(page, 'sign-in', { login, password })
  return { who, answer, isSignedIn: codeOf(answer) !== null }
}

describe('a mailed invitation', () => {
  test('leads somebody without an account into the app: one form, and they are signed in', async () => {
    await invite()
    const who = newBrowser()
    const page = await who.visit(await readMailedLink())
    expect(page.status).toBe(200)
    expect(page.text).toContain(world.admin.name)
    expect(page.text).toContain(`${world.org.name}/${world.app.name}`)
    expect(page.text).toContain('developer')
    expect(page.text).not.toContain('<script')
    const name = newName()
    const created = await createAccount(who, page, name)
    expect(created.url.pathname).toBe(`/orgs/${world.org.name}/apps/${world.app.name}`)
    expect(codeOf(await openPortal(who))).toMatch(/./)
    expect(await listMembers()).toContainEqual(
      expect.objectContaining({ name, email: world.email, permissions: ['developer'] }),
    )
    expect(await signIn(world.email)).toMatchObject({ isSignedIn: true })
    const [accepted] = await stage.listAudit('invitation.accept')
    expect(accepted).toMatchObject({
      scope_id: world.org.id,
      before: { email: world.email },
      after: { link: 'mailed', appRole: 'developer', organizationRole: 'member' },
    })
  })

  test('the browser is signed in once, and within five minutes', async () => {
    await invite()
    const link = await readMailedLink()
    const who = newBrowser()
    await createAccount(who, await who.visit(link), newName())
    const cookies = new Map(who.cookies)
    stage.clock.aheadMs = 5 * 60_000 + 1000
    expect(codeOf(await openPortal(who))).toBeNull()
    stage.clock.aheadMs = 0
    for (const [key, value] of cookies) who.cookies.set(key, value)
    expect(codeOf(await openPortal(who))).toMatch(/./)
    const other = newBrowser()
    for (const [key, value] of cookies) other.cookies.set(key, value)
    const page = await openPortal(other)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Password')])
  })

  test('into an organization that requires a second factor: that is set up first', async () => {
    await stage.database.db
      .updateTable('organization')
      .set({ requires_second_factor: true })
      .where('id', '=', world.org.id)
      .execute()
    await invite()
    const who = newBrowser()
    await createAccount(who, await who.visit(await readMailedLink()), newName())
    const page = await openPortal(who)
    expect([page.status, codeOf(page)]).toEqual([200, null])
    expect(page.url.pathname).toMatch(/\/second-factor$/)
    expect(page.text).toContain('Set up a second factor')
  })

  test('an account that was signed out everywhere meanwhile is not signed in', async () => {
    await invite()
    const who = newBrowser()
    const name = newName()
    await createAccount(who, await who.visit(await readMailedLink()), name)
    await stage.database.db
      .updateTable('account')
      .set({ tokens_valid_after: new Date() })
      .where('name', '=', name)
      .execute()
    expect(codeOf(await openPortal(who))).toBeNull()
  })

  test('what is entered wrongly is said, and changes nothing', async () => {
    await invite()
    const who = newBrowser()
    const page = await who.visit(await readMailedLink())
    const send = (fields: Record<string, string>) => who.submit(page, 'oauth2/invitation', fields)
    const same = { password: PASSWORD, again: PASSWORD }
    const answers = [
      await send({ name: '-dash', ...same }),
      await send({ name: 'a'.repeat(101), ...same }),
      await send({ name: newName(), password: 'short', again: 'short' }),
      await send({ name: newName(), password: PASSWORD, again: 'something else' }),
      await send({ name: world.admin.name, ...same }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 409])
    for (const { text } of answers) expect(text).toContain('role="alert"')
    expect((await createAccount(who, page, newName())).url.pathname).toContain(world.app.name)
    expect(await listMembers()).toHaveLength(2)
  })

  test('400: one from before to an address beyond ASCII makes no account', async () => {
    await invite()
    await stage.database.db
      .updateTable('invitation')
      .set({ email: `vi\u212ator-${world.email}` })
      .where('email', '=', world.email)
      .execute()
    const who = newBrowser()
    const answer = await createAccount(who, await who.visit(await readMailedLink()), newName())
    expect(answer.status).toBe(400)
    expect(await listMembers()).toHaveLength(1)
  })

  test('somebody with an account signs in and has accepted', async () => {
    const ada = await insertWithPassword(stage)
    await invite(ada.email)
    const who = newBrowser()
    const page = await who.visit(await readMailedLink(ada.email, 2))
    expect(page.text).toContain('An account with this e-mail address exists')
    expect(page.text).not.toContain('Create an account')
    const portal = await who.submit(page, 'sign-in')
    expect(portal.url.pathname).toContain(world.app.name)
    const form = await openPortal(who)
    expect(form.text).toContain(`you accept the invitation to ${world.org.name}/${world.app.name}`)
    expect(form.text).toContain(`value="${ada.email}"`)
    const answer = await who.submit(form, 'sign-in', { login: ada.email, password: PASSWORD })
    expect(codeOf(answer)).toMatch(/./)
    expect(await listMembers()).toContainEqual(expect.objectContaining({ name: ada.name }))
  })

  test('whoever is signed in accepts with one button, and with another account is told so', async () => {
    const ada = await insertWithPassword(stage)
    await openPortal(ada.who)
    await invite(ada.email)
    await invite()
    const own = await ada.who.visit(await readMailedLink(ada.email, 2))
    expect(own.text).toContain(`Accept as ${ada.name}`)
    expect(own.text).not.toContain('another address')
    const link = await readMailedLink()
    const other = await ada.who.visit(link)
    expect(other.text).toContain('The invitation was sent to another address')
    const out = await ada.who.submit(other, 'sign-out')
    expect(out.text).toContain('Create an account')
    expect((await openPortal(ada.who)).text).toContain('Password')

    const again = await signIn(ada.name)
    const page = await again.who.visit(link)
    const accepted = await again.who.submit(page, 'accept')
    expect(accepted.url.pathname).toContain(world.app.name)
    expect(await listMembers()).toContainEqual(
      expect.objectContaining({ name: ada.name, email: ada.email }),
    )
  })

  test('to an organization leads to its page', async () => {
    await invite(world.email, `/v0.1/orgs/${world.org.name}`)
    const who = newBrowser()
    const page = await who.visit(await readMailedLink())
    expect(page.text).toContain('collaborator')
    const created = await createAccount(who, page, newName())
    expect(created.url.pathname).toBe(`/orgs/${world.org.name}`)
  })
})

describe('a copied link', () => {
  test('makes no account, with or without the form', async () => {
    await invite()
    const [mailed, copied] = [await readMailedLink(), await copyLink()]
    const who = newBrowser()
    const page = await who.visit(copied)
    expect(page.text).toContain('This link was not sent to you by e-mail')
    expect(page.text).not.toContain('Create an account')
    const name = newName()
    const form = { name, password: PASSWORD, again: PASSWORD }
    const init = { method: 'POST', body: new URLSearchParams(form), headers: { origin: ORIGIN } }
    const forced = await who.visit(copied, init)
    expect([forced.status, forced.text]).toEqual([409, expect.stringContaining('role="alert"')])
    expect(await listMembers()).toHaveLength(1)
    expect(await signIn(name)).toMatchObject({ isSignedIn: false })
    // The invitation is as it was.
    await createAccount(who, await who.visit(mailed), name)
    expect(await listMembers()).toHaveLength(2)
  })

  test('is shown once, replaces the one before and leaves the mailed one', async () => {
    await invite()
    const mailed = await readMailedLink()
    const [first, second] = [await copyLink(), await copyLink()]
    const statuses = await Promise.all(
      [mailed, first, second].map(async (url) => (await newBrowser().visit(url)).status),
    )
    expect(statuses).toEqual([200, 404, 200])
    const [copied] = await stage.listAudit('invitation.copy-link')
    expect(copied).toMatchObject({ actor_id: world.admin.id, after: { email: world.email } })
    expect(JSON.stringify(copied)).not.toContain(second.split('/').at(-1))
  })

  test('does not tell whether the address has an account', async () => {
    const ada = await insertWithPassword(stage)
    await invite(ada.email)
    const page = await newBrowser().visit(await copyLink(ada.email))
    expect(page.text).toContain('Sign in with an existing account')
    expect(page.text).not.toContain('exists')
  })

  test('an account that exists may accept it, and the audit trail says how', async () => {
    const ada = await insertWithPassword(stage)
    await openPortal(ada.who)
    await invite()
    await ada.who.submit(await ada.who.visit(await copyLink()), 'accept')
    const [accepted] = await stage.listAudit('invitation.accept')
    expect(accepted).toMatchObject({ before: { email: world.email }, after: { link: 'copied' } })
    expect(await listMembers()).toContainEqual(
      expect.objectContaining({ name: ada.name, email: ada.email }),
    )
  })
})
