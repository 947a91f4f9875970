import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/connect.ts'
import { type Answer, caller, NEW_TOKEN } from '../../test/support/http/http.ts'
import { callerCalls } from '../../test/support/http/quota.ts'
import { operatorCalls, readerCalls } from '../../test/support/http/service-health.ts'
import { PASSWORD, signer } from '../../test/support/http/signer.ts'
import { makeVisitor } from '../../test/support/http/visitor.ts'
import { ORIGIN } from '../../test/support/server/health-calls.ts'

const PAUSE_MS = 50
const SUBSCRIPTION = 'sub-upgrade'
const RESOURCES = ['cores', 'standardDv2Family', 'standardDv3Family', 'standardDSv3Family']
const EVENT = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
const PORTAL = { client_id: 'portal', redirect_uri: `${ORIGIN}/signed-in` }
const EXPLORER = `${ORIGIN}/explorer/static/oauth2-redirect.html`

/** A row of each table is written by its kind of request. */
const TABLES = {
  'create a token': ['api_token', 'id'],
  'create an app': ['app', 'id'],
  'publish an event': ['event', 'tracking_id'],
  'ask for quota': ['quota_request', 'id'],
} as const
type Write = keyof typeof TABLES

export type Person = Readonly<{ token: string; passwordLink: string; name: string }>

/** Requests of all areas over HTTP alone, until `stop`: whatever release answers, and whatever the schema is. */
export async function keepCalling(url: () => string, person: Person) {
  const { token } = person
  const { operator, management, accountId } = await signIn(url, person)
  const call = caller({
    get url() {
      return url()
    },
  })
  const at = { url, vendor: 'Microsoft', managementUrl: ORIGIN }
  const operators = operatorCalls(at)
  operators.setOperator(operator)
  const reader = { id: accountId, bearer: management }
  await prepare(operators.callAsOperator, accountId)
  const [health, quota] = [readerCalls(at), callerCalls(at)]
  const run = Date.now().toString(36)
  const app = { display_name: 'Tide', os: 'Android', platform: 'Java' }
  const writes: Record<Write, (n: number) => Promise<Answer>> = {
    'create a token': async () => {
      const created = await call(token, 'POST', '/v0.1/api_tokens', NEW_TOKEN)
      if (created.status !== 201) return created
      const revoked = await call(token, 'DELETE', `/v0.1/api_tokens/${created.body.id}`)
      return revoked.status === 204 ? created : revoked
    },
    'create an app': (n) => call(token, 'POST', '/v0.1/apps', { ...app, name: `tide-${run}-${n}` }),
    'publish an event': () => operators.callAsOperator('POST', '/events', EVENT),
    'ask for quota': async (n) => {
      const asked = await quota.put(reader, SUBSCRIPTION, RESOURCES[n % 4] ?? '', 100 + (n % 900))
      if (asked.status === 201) {
        await quota.waitForRequest(reader, SUBSCRIPTION, asked.body.requestId)
      }
      return asked
    },
  }
  const reads: Record<string, () => Promise<Answer>> = {
    'read the user': () => call(token, 'GET', '/v0.1/user'),
    'list events': () => health.list(reader, SUBSCRIPTION),
    'list limits': () => quota.send(reader, 'GET', quota.path(SUBSCRIPTION, 'serviceLimits')),
    'list accounts': () => operators.callAsOperator('GET', '/accounts'),
  }
  return repeatAll(writes, reads)
}

/** As a person does: sets the password, and signs in to the portal and to the explorer. */
async function signIn(url: () => string, { name, passwordLink }: Person) {
  const who = makeVisitor(ORIGIN, [url()])
  const page = await who.visit(passwordLink)
  await who.submit(page, 'set-password/[^"]+', { password: PASSWORD, again: PASSWORD })
  const sign = signer(ORIGIN, [url()])
  const operator = await sign.code(name, PORTAL.client_id, PORTAL.redirect_uri, 'openid account')
  const management = await sign.implicit(name, 'explorer', EXPLORER)
  const [, claims = ''] = management.split('.')
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return { operator, management, accountId: sub as string }
}

async function prepare(
  ask: (method: string, path: string, body?: unknown) => Promise<Answer>,
  accountId: string,
): Promise<void> {
  const organization = { name: 'harbour', admin_id: accountId }
  const { body } = await ask('POST', '/organizations', organization)
  const made = { id: SUBSCRIPTION, organization_id: body.id, display_name: 'Upgrade' }
  for (const answer of [
    await ask('POST', '/subscriptions', made),
    await ask('PUT', `/subscriptions/${SUBSCRIPTION}/roles/${accountId}`, { role: 'owner' }),
  ]) {
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  }
}

function repeatAll(
  writes: Record<Write, (n: number) => Promise<Answer>>,
  reads: Record<string, () => Promise<Answer>>,
) {
  const faults: string[] = []
  const acknowledged: { kind: Write; id: string }[] = []
  let [count, isOver] = [0, false]
  async function repeat(kind: string, send: (n: number) => Promise<Answer>) {
    for (let n = 0; !isOver; n++) {
      try {
        const answer = await send(n)
        if (answer.status >= 300) faults.push(`${kind}: ${answer.status} ${answer.text}`)
        else if (kind in TABLES) acknowledged.push({ kind: kind as Write, id: idOf(answer.body) })
        count++
      } catch (error) {
        faults.push(`${kind}: ${error} ${(error as Error).cause}`)
      }
      await delay(PAUSE_MS)
    }
  }
  const loops = Object.entries({ ...writes, ...reads }).map(([kind, send]) => repeat(kind, send))
  return {
    faults,
    acknowledged,
    count: () => count,
    async stop() {
      isOver = true
      await Promise.all(loops)
    },
    /** What was acknowledged and is not there once. */
    findLost: (db: Db) => findLost(db, acknowledged),
  }
}

const idOf = (body: Record<string, string>) =>
  body.trackingId ?? body.requestId ?? body.id ?? body.name ?? ''

async function findLost(db: Db, acknowledged: readonly { kind: Write; id: string }[]) {
  const lost: string[] = []
  for (const [kind, [table, key]] of Object.entries(TABLES)) {
    const { rows } = await sql<{ id: string }>`
      select ${sql.ref(key)} as id from ${sql.table(table)}`.execute(db)
    const there = new Set(rows.map(({ id }) => id))
    const ids = acknowledged.filter((entry) => entry.kind === kind).map(({ id }) => id)
    if (ids.length < 10) lost.push(`${kind}: only ${ids.length} were acknowledged`)
    lost.push(...ids.filter((id) => !there.has(id)).map((id) => `${kind} ${id} is lost`))
  }
  return lost
}
