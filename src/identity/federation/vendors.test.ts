import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { codeOf, PORTAL } from '../../../test/support/server/federation.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { startVendor } from '../../../test/support/vendors/start.ts'
import { PERSON, VENDORS, type VendorName } from '../../../test/support/vendors/vendors.ts'
import { insertGroup } from '../../../test/support/world/groups.ts'
import { insertOrganization, insertPerson } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'
import { findFreePort } from '../../processes/dev/free-port.ts'

const GUIDE = readFileSync('docs/guides/issuer-examples.md', 'utf8')
const SECRET = randomBytes(24).toString('base64url')
const names = Object.keys(VENDORS) as VendorName[]
const seal = openSeal(randomBytes(32))
const secretFile = join(mkdtempSync(join(tmpdir(), 'vendor-')), 'secret')
writeFileSync(secretFile, SECRET)

/** The setting as the guide has it, with the address of the process and the file of the test. */
function settingOf(name: VendorName, issuer: string): string {
  const blocks = [...GUIDE.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => `${text}`)
  const setting = blocks.map((text) => JSON.parse(text)).find(([entry]) => entry.signIn.id === name)
  expect(new URL(setting[0].issuer).pathname.replace(/^\/$/, '')).toBe(VENDORS[name].issuerPath)
  setting[0].issuer = issuer
  setting[0].signIn.clientSecretFile = secretFile
  return JSON.stringify(setting)
}

/** The process of the vendor, and a server that trusts it as the guide says. */
async function useVendor(name: VendorName) {
  const port = await findFreePort()
  const vendor = await startVendor(name, {
    redirectUri: `${ORIGIN}/oauth2/issuer/${name}/callback`,
    secret: SECRET,
    // The process cannot reach the origin that callers use.
    logoutUri: `http://127.0.0.1:${port}/oauth2/issuer/${name}/backchannel-logout`,
  })
  afterAll(() => vendor.stop())
  const database = useDatabase()
  const env = {
    PUBLIC_URL: ORIGIN,
    BUNDLED_SIGN_IN: 'false',
    TRUSTED_ISSUERS: settingOf(name, vendor.issuer),
  }
  const server = useServer({ databaseUrl: database.url, seal, env, port })
  let acme: { id: string }
  beforeAll(async () => {
    const founder = await insertPerson(database.db)
    acme = await insertOrganization(database.db, { [founder.id]: 'admin' }, 'acme')
    const { claims } = VENDORS[name]
    const [group] = 'groups' in claims ? claims.groups : []
    if (group) await insertGroup(database.db, vendor.issuer, group, { [acme.id]: 'member' })
  })

  async function signIn() {
    const who = makeVisitor(ORIGIN, [server.url])
    const page = await who.visit(`/oauth2/auth?${new URLSearchParams(PORTAL)}`)
    const { url } = await who.visit(`${page.url.pathname}/issuer/${name}`)
    const there = makeVisitor(url.origin, [url.origin])
    const back = await there.visit(url.href)
    return { who, url, there, back, done: await who.visit(back.url.href) }
  }
  return { issuer: vendor.issuer, db: () => database.db, acme: () => acme, signIn }
}

describe.each(names)('%s, with the setting of the guide', async (name) => {
  const { issuer, db, acme, signIn } = await useVendor(name)

  test('somebody signs in, gets an account, and the roles of their groups', async () => {
    const { url, back, done } = await signIn()
    const { authorization } = VENDORS[name].routes
    expect(url.pathname).toBe(`${VENDORS[name].mount}${authorization}`)
    expect(back.url.searchParams.has('iss')).toBe(VENDORS[name].namesIssuer)
    expect(codeOf(done)).toMatch(/./)

    const identity = await db()
      .selectFrom('account_identity')
      .innerJoin('account', 'account.id', 'account_identity.account_id')
      .select(['subject', 'email', 'display_name', 'account.id'])
      .where('issuer', '=', issuer)
      .executeTakeFirstOrThrow()
    const { claims } = VENDORS[name]
    expect(identity).toMatchObject({
      subject: 'oid' in claims ? claims.oid : PERSON,
      email: 'ada@example.com',
      display_name: 'Ada',
    })
    const member = await db()
      .selectFrom('organization_member')
      .select('role')
      .where('organization_id', '=', acme().id)
      .where('account_id', '=', identity.id)
      .executeTakeFirst()
    expect(member?.role).toBe('groups' in claims ? 'member' : undefined)
  })
})

describe('keycloak, with the logout URL of the guide', async () => {
  const { signIn } = await useVendor('keycloak')

  test('signing out there ends the session here', async () => {
    const { who, there } = await signIn()
    const isSignedIn = async () => {
      const query = new URLSearchParams({ ...PORTAL, prompt: 'none' })
      return codeOf(await who.visit(`/oauth2/auth?${query}`)) !== null
    }
    expect(await isSignedIn()).toBe(true)
    const page = await there.visit(`${VENDORS.keycloak.mount}/logout`)
    const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(page.text) ?? []
    await there.submit(page, 'logout/confirm', { xsrf, logout: 'yes' })
    await expect.poll(isSignedIn, { timeout: 5000 }).toBe(false)
  })
})
