import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { insertSecondFactor } from '../../../test/support/http/second-factor.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { codeOf } from '../../../test/support/server/federation.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import {
  createAccount,
  newName,
  PASSWORD,
  useInvitations,
} from '../../../test/support/server/invited.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson } from '../../../test/support/world/world.ts'

const PATH = '/oauth2/verify-email'
const TITLE = 'Verify your e-mail address'
const stage = await useInvitations({ ANONYMOUS_BURST: '100000' })
const { world, invite, readMailedLink, copyLink, newBrowser, openPortal, listMembers } = stage
const withoutMail = useServer({
  databaseUrl: stage.database.url,
  seal: stage.seal,
  env: { PUBLIC_URL: ORIGIN },
})
type Visitor = ReturnType<typeof newBrowser>

async function signIn(name: string): Promise<Visitor> {
  const who = newBrowser()
  const fields = { login: name, password: PASSWORD }
  expect(codeOf(await who.submit(await openPortal(who), 'sign-in', fields))).toMatch(/./)
  return who
}

/** Somebody who made an account with a copied link, signed in. The mail with the other link has come. */
async function join(name = newName()) {
  const mails = stage.smtp.list(world.email).length
  await invite()
  await readMailedLink(world.email, mails + 1)
  const browser = newBrowser()
  await createAccount(browser, await browser.visit(await copyLink()), name)
  return { name, who: await signIn(name) }
}

const findAccount = (name: string) =>
  stage.database.db
    .selectFrom('account')
    .select(['id', 'email', 'unverified_email'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
const mailsTo = (email: string) => stage.smtp.list(email).filter(({ title }) => title === TITLE)

const ask = async (who: Visitor) => who.submit(await who.visit(PATH), 'verify-email')
async function askForLink(who: Visitor, count = 1): Promise<string> {
  expect((await ask(who)).text).toContain('Check your e-mail')
  await expect.poll(() => mailsTo(world.email).length).toBe(count)
  return /https?:\S+/.exec(mailsTo(world.email).at(-1)?.text ?? '')?.[0] ?? ''
}
const send = (who: Visitor, link: string, origin = ORIGIN) =>
  who.visit(link, { method: 'POST', body: new URLSearchParams(), headers: { origin } })

describe('verifying the address of an invitation', () => {
  test('a mailed link gives it to the account, which signs in with it from then on', async () => {
    const { name, who } = await join()
    const asked = await who.visit(PATH)
    expect(asked.text).toContain(world.email)
    const link = await askForLink(who)
    expect(link).toMatch(/^http:\/\/binnacle\.example\/oauth2\/verify-email\/[\w-]{43}$/)
    const page = await who.visit(link)
    for (const text of [name, world.email]) expect(page.text).toContain(text)
    expect((await findAccount(name)).unverified_email).toBe(world.email)
    const done = await who.submit(page, `verify-email/`)
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('is verified')])
    const { id, ...account } = await findAccount(name)
    expect(account).toEqual({ email: world.email, unverified_email: null })
    await signIn(world.email)
    expect(await listMembers()).toContainEqual(
      expect.objectContaining({ name, email: world.email, email_verified: true }),
    )
    expect((await who.visit(PATH)).text).toContain('Nothing to verify')
    const [row] = await stage.listAudit('account.verify-email')
    expect(row).toMatchObject({ actor_id: id, after: { email: world.email } })
  })

  test('a link works once, and a second one ends the first', async () => {
    const { name, who } = await join()
    const first = await askForLink(who)
    const second = await askForLink(who, 2)
    for (const sent of [await who.visit(first), await send(who, first)]) {
      expect([sent.status, sent.text]).toEqual([404, expect.stringContaining('no longer valid')])
    }
    expect((await findAccount(name)).unverified_email).toBe(world.email)
    expect((await send(who, second)).status).toBe(200)
    expect((await send(who, second)).status).toBe(404)
  })

  test('after 24 hours it is over', async () => {
    const { name, who } = await join()
    const link = await askForLink(who)
    await stage.database.db
      .updateTable('email_verification')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect((await send(who, link)).status).toBe(404)
    expect((await findAccount(name)).unverified_email).toBe(world.email)
  })

  test('the secret is stored as a hash', async () => {
    const { name, who } = await join()
    const secret = (await askForLink(who)).split('/').at(-1) ?? ''
    const { id } = await findAccount(name)
    const row = await stage.database.db
      .selectFrom('email_verification')
      .selectAll()
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.hash).toEqual(createHash('sha256').update(secret).digest())
    const hours = (row.expires_at.getTime() - Date.now()) / 3_600_000
    expect([hours > 23.9, hours <= 24]).toEqual([true, true])
    expect(stage.server.logLines.join('\n')).not.toContain(secret)
  })

  test('without mail, and with nothing to verify, the page says so', async () => {
    const { who } = await join()
    const off = makeVisitor(ORIGIN, [withoutMail.url])
    for (const [key, value] of who.cookies) off.cookies.set(key, value)
    expect((await off.visit(PATH)).text).toContain('does not send e-mail')
    expect((await send(off, PATH)).text).toContain('does not send e-mail')
    expect((await newBrowser().visit(PATH)).status).toBe(401)
  })
})

describe('attacks', () => {
  test('an address that another account has: refused, without saying whose it is', async () => {
    const { name, who } = await join()
    const link = await askForLink(who)
    const owner = await insertPerson(stage.database.db)
    const { db } = stage.database
    const held = { key: world.email }
    await db.updateTable('account_email').set(held).where('account_id', '=', owner.id).execute()
    const email = { email: world.email }
    await db.updateTable('account').set(email).where('id', '=', owner.id).execute()
    const sent = await send(who, link)
    expect([sent.status, sent.text]).toEqual([409, expect.stringContaining('Another account')])
    for (const text of [owner.name, owner.id, owner.email]) expect(sent.text).not.toContain(text)
    expect((await findAccount(name)).unverified_email).toBe(world.email)
    expect((await findAccount(owner.name)).email).toBe(world.email)
  })

  test('two accounts with one address: the first that verifies gets it, also at once', async () => {
    const [one, two] = [await join(), await join()]
    const links = [await askForLink(one.who), await askForLink(two.who, 2)]
    const sent = await Promise.all([send(one.who, links[0] ?? ''), send(two.who, links[1] ?? '')])
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('whoever only reads the mail gives the address to nobody', async () => {
    const { name, who } = await join()
    const link = await askForLink(who)
    const stranger = await join()
    for (const other of [newBrowser(), stranger.who]) {
      expect((await other.visit(link)).text).not.toContain(name)
      expect((await send(other, link)).status).toBeGreaterThanOrEqual(401)
    }
    expect((await findAccount(name)).unverified_email).toBe(world.email)
    expect((await findAccount(stranger.name)).unverified_email).toBe(world.email)
  })

  test('a guessed link, a form of another site, and opening a link verify nothing', async () => {
    const { name, who } = await join()
    const link = await askForLink(who)
    for (const secret of ['x', randomBytes(32).toString('base64url'), '%00']) {
      expect((await send(who, `${PATH}/${secret}`)).status).toBe(404)
    }
    expect((await send(who, link, 'https://evil.example')).status).toBe(403)
    expect((await send(who, PATH, 'https://evil.example')).status).toBe(403)
    expect((await who.visit(link)).status).toBe(200)
    expect((await findAccount(name)).unverified_email).toBe(world.email)
  })

  test('a session that was signed out, or lacks the second factor, neither asks nor verifies', async () => {
    const { name, who } = await join()
    const link = await askForLink(who)
    const { id } = await findAccount(name)
    await insertSecondFactor(stage.database.db, id)
    for (const path of [PATH, link]) expect((await send(who, path)).status).toBe(401)
    const { db } = stage.database
    await db.deleteFrom('passkey').where('account_id', '=', id).execute()
    const change = { disabled_at: new Date() }
    await db.updateTable('account').set(change).where('id', '=', id).execute()
    for (const path of [PATH, link]) expect((await send(who, path)).status).toBe(401)
    expect((await findAccount(name)).unverified_email).toBe(world.email)
    expect(mailsTo(world.email)).toHaveLength(1)
  })

  test('an address that an operator has set meanwhile stays', async () => {
    const { name, who } = await join()
    const link = await askForLink(who)
    const { id } = await findAccount(name)
    const set = { email: `${name}@example.com`, unverified_email: null }
    await stage.database.db.updateTable('account').set(set).where('id', '=', id).execute()
    expect((await send(who, link)).status).toBe(404)
    expect((await findAccount(name)).email).toBe(set.email)
  })

  test('flooding: five links a day, and the last one stays good', async () => {
    const { who } = await join()
    for (let n = 0; n < 5; n++) expect((await send(who, PATH)).status).toBe(200)
    const over = await send(who, PATH)
    expect([over.status, over.text]).toEqual([429, expect.stringContaining('No link was sent')])
    await expect.poll(() => mailsTo(world.email).length).toBe(5)
    const links = mailsTo(world.email).map(({ text }) => /https?:\S+/.exec(text)?.[0] ?? '')
    const pages = await Promise.all(links.map((link) => who.visit(link)))
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('the mail does not contain the name of an account that is a web site', async () => {
  const { who } = await join('www.evil-offer.com')
  await askForLink(who)
  const [mail] = mailsTo(world.email)
  expect(mail?.text).toContain('use this e-mail address for a Binnacle account was sent')
  expect(mail?.text).not.toContain('evil')
})
