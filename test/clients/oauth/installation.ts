import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as client from 'openid-client'
import { afterAll, beforeAll } from 'vitest'
import type { Db } from '../../../src/platform/db/connect.ts'
import { insertClient, insertPassword } from '../../support/http/signed-in.ts'
import { PASSWORD } from '../../support/http/signer.ts'
import { makeVisitor, type Visited } from '../../support/http/visitor.ts'
import { requireUnlimited, type Serving, serve } from '../../support/processes/processes.ts'
import { insertOrganization, insertPerson } from '../../support/world/world.ts'
import { startRoundRobin } from './round-robin.ts'

export const REDIRECT = 'https://client.example/back'
export const ROBOT_SECRET = randomBytes(32).toString('base64url')
export const SCOPE = 'openid offline_access user_impersonation'

/** Two nodes behind one origin. Ada owns sub-a, the robot reads it, and sub-b is somebody else's. */
export function useInstallation(database: { readonly url: string; readonly db: Db }) {
  let proxy: Awaited<ReturnType<typeof startRoundRobin>>
  let folder: string
  const nodes: Serving[] = []
  beforeAll(async () => {
    await furnish(database.db)
    proxy = await startRoundRobin()
    folder = mkdtempSync(join(tmpdir(), 'binnacle-secret-'))
    const keyFile = join(folder, 'key')
    writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
    const setting = {
      DATABASE_URL: database.url,
      SECRET_KEY_FILE: keyFile,
      PUBLIC_URL: proxy.origin,
    }
    // Both at once, so that they also decide between them who makes the first signing key.
    nodes.push(...(await Promise.all([serve(setting), serve(setting)])))
    proxy.nodes.push(...nodes.map(({ addresses: [address = ''] }) => address))
  })
  afterAll(async () => {
    proxy.stop()
    for (const node of nodes) await node.stop()
    rmSync(folder, { recursive: true })
    for (const node of nodes) requireUnlimited(node)
  })
  return {
    nodes,
    /** Which of the nodes gave each answer so far. */
    answeredBy: () => [...proxy.answeredBy],
    origin: () => proxy.origin,
    browser: () => makeVisitor(proxy.origin, [proxy.origin]),
    /** What a program knows after it has read the discovery document. */
    discover: (id: string, authentication = client.None()) =>
      client.discovery(new URL(`${proxy.origin}/oauth2`), id, {}, authentication, {
        // The second makes it fetch the keys and check each signature.
        execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
      }),
    async readEvents(config: client.Configuration, token: string, subscription: string) {
      const path = `/subscriptions/${subscription}/providers/Microsoft.ResourceHealth/events`
      const url = new URL(`${path}?api-version=2025-05-01`, proxy.origin)
      const response = await client.fetchProtectedResource(config, token, url, 'GET')
      return { status: response.status, body: (await response.json()) as { code?: string } }
    },
  }
}

async function furnish(db: Db): Promise<void> {
  const [ada, bob, robot] = [
    await insertPerson(db, 'ada'),
    await insertPerson(db, 'bob'),
    { id: randomUUIDv7() },
  ]
  await insertPassword(db, ada.id)
  await insertClient(db, 'web', ['code'], { principalId: randomUUIDv7() })
  await insertClient(db, 'spa', ['implicit'], { principalId: randomUUIDv7() })
  const service = { principalId: robot.id, secret: ROBOT_SECRET }
  await insertClient(db, 'robot', ['client-credentials'], service)
  const { id: organization_id } = await insertOrganization(db, { [bob.id]: 'admin' })
  const now = new Date()
  for (const id of ['sub-a', 'sub-b']) {
    const times = { created_at: now, updated_at: now }
    const subscription = { id, organization_id, display_name: id, ...times }
    await db.insertInto('subscription').values(subscription).execute()
  }
  const members = [
    ['sub-a', ada.id, 'owner'],
    ['sub-a', robot.id, 'reader'],
    ['sub-b', bob.id, 'owner'],
  ] as const
  for (const [subscription_id, principal_id, role] of members) {
    const member = { subscription_id, principal_id, role, created_at: now }
    await db.insertInto('subscription_member').values(member).execute()
  }
}

type Browser = ReturnType<typeof makeVisitor>

/** The person's part: from the sign-in page to the address the client is called back on. */
export async function signIn(browser: Browser, page: Visited): Promise<URL> {
  const consent = await browser.submit(page, 'sign-in', { login: 'ada', password: PASSWORD })
  return (await browser.submit(consent, 'allow')).url
}

/** The client's part of authorization code with PKCE. */
export async function beginCode(config: client.Configuration, changes: object = {}) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const expectedState = client.randomState()
  const expectedNonce = client.randomNonce()
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: SCOPE,
    prompt: 'consent',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...changes,
  })
  return {
    address: address.href,
    finish: (back: URL, checks: client.AuthorizationCodeGrantChecks = {}) =>
      client.authorizationCodeGrant(config, back, {
        pkceCodeVerifier,
        expectedState,
        expectedNonce,
        idTokenExpected: true,
        ...checks,
      }),
  }
}
