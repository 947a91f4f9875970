import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect as assert, beforeAll, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import {
  closeAfterwards,
  FOR_ACCOUNT,
  openIssuer,
  personOf,
  trust,
} from '../../../test/support/http/issuer.ts'
import { useDeclaredSchemas } from '../../../test/support/http/schema-check.ts'
import { forgeBearer, insertClient } from '../../../test/support/http/signed-in.ts'
import { prepare } from '../../../test/support/rights/requests.ts'
import {
  expect,
  isBearer,
  PERSONAS,
  type Persona,
  type Promised,
  readRights,
  TOKENS,
  type TokenName,
} from '../../../test/support/rights/table.ts'
import {
  type Credential,
  insertTokenFor,
  type World,
  worldBuilder,
} from '../../../test/support/rights/world.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const database = useDatabase()
const ORIGIN = 'http://binnacle.example'
const seal = openSeal(Buffer.alloc(32, 5))
const [trusted, foreign] = [await openIssuer(), await openIssuer()]
closeAfterwards(trusted, foreign)
const TRUSTED_ISSUERS = JSON.stringify([trust(trusted)])
const env = { PUBLIC_URL: ORIGIN, TRUSTED_ISSUERS, RATE_LIMITS: 'false' }
const server = useServer({ databaseUrl: database.url, seal, env })
const call = caller(server)
const misfit = useDeclaredSchemas('openapi/app-management.json')
const WORKERS = 4
/** A credential is used for as long as its world is. */
const EXP = Math.floor(Date.now() / 1000) + 3600

beforeAll(async () => {
  await insertClient(database.db, 'spa', ['implicit'], { principalId: randomUUIDv7() })
  await insertClient(database.db, 'robot', ['client-credentials'], { principalId: randomUUIDv7() })
})

type Combination = Readonly<{
  promised: Promised
  token: TokenName
  persona: Persona
  subject: 'another' | 'itself'
}>

function listCombinations(): Combination[] {
  return readRights().flatMap((promised) => {
    const subjects = /to (itself|themselves)$/.test(promised.besides)
      ? (['another', 'itself'] as const)
      : (['another'] as const)
    return subjects.flatMap((subject) =>
      TOKENS.flatMap((token) => PERSONAS.map((persona) => ({ promised, token, persona, subject }))),
    )
  })
}

/** Until the world changes, the same credential serves every operation. */
const credentials = new WeakMap<World, Map<string, Credential>>()

async function credentialFor(world: World, token: TokenName, persona: Persona) {
  const known = credentials.get(world) ?? new Map<string, Credential>()
  credentials.set(world, known)
  const name = `${token} of ${persona}`
  const credential =
    known.get(name) ??
    (isBearer(token)
      ? await bearerFor(world, token, persona)
      : await insertTokenFor(database.db, world, token, persona))
  known.set(name, credential)
  return credential
}

async function bearerFor(world: World, token: TokenName, persona: Persona): Promise<Credential> {
  const isOurs = !token.includes('issuer')
  const value = await (isOurs ? ownBearer : issuersBearer)(world, token, persona)
  return { headers: { Authorization: `Bearer ${value}` }, tokenId: null }
}

/** Signed as our provider would sign it: what differs is who it is for. */
function ownBearer(world: World, token: TokenName, persona: Persona): Promise<string> {
  const sub = token.includes('disabled') ? world.disabled.id : world.people[persona].id
  const claims = { sub, aud: `${ORIGIN}/v0.1`, scope: 'account', client_id: 'portal', exp: EXP }
  const changes: Partial<Record<TokenName, object>> = {
    'cli bearer': { client_id: 'cli' },
    'explorer bearer': { client_id: 'explorer' },
    'bearer of a third party': { client_id: 'spa' },
    'bearer of a service account': { client_id: 'robot', sub: 'robot', idtyp: 'app' },
  }
  return forgeBearer(database.db, seal, ORIGIN, { ...claims, ...changes[token] })
}

/** The same person, as another issuer knows them. */
async function issuersBearer(world: World, token: TokenName, persona: Persona): Promise<string> {
  const { id } = world.people[persona]
  await database.db
    .insertInto('account_identity')
    .values({ issuer: trusted.url, subject: id, account_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const issuer = token.includes('foreign') ? foreign : trusted
  const client = token.includes('third party') && { client_id: 'any-client' }
  return issuer.sign({ ...personOf(id), ...FOR_ACCOUNT, ...client })
}

/** What is wrong with the answer, if anything; and whether the world has changed. */
async function tryOut(world: World, { promised, token, persona, subject }: Combination) {
  const { headers, tokenId } = await credentialFor(world, token, persona)
  const situation = { db: database.db, world, persona, subject, tokenId }
  const { path, body } = await prepare(promised, situation)
  const answer = await call(undefined, promised.method, path, body, headers)
  const expected = listStatuses({ promised, token, persona, subject })
  const isAsExpected = expected.includes(answer.status)
  const schemaFault = misfit(promised.operationId, answer.status, answer.body)
  const name = `${promised.operationId} (${subject}) by ${token} of ${persona}`
  const hasChanged = promised.method !== 'GET' && answer.status < 400
  const requestId = answer.headers.get('x-ms-request-id') ?? ''
  const faults = [
    ...(isAsExpected ? [] : [`${name}: ${answer.status}, expected ${expected.join(' or ')}`]),
    ...(schemaFault ? [`${name}: ${answer.status} ${schemaFault}`] : []),
  ]
  return { faults, made: { name, requestId, tokenId, hasChanged } }
}

type Made = Awaited<ReturnType<typeof tryOut>>['made']

/** Every change, and nothing else, is on record: by whom, with which token, from where. */
async function findUnaudited(requests: Made[]): Promise<string[]> {
  const rows = await database.db
    .selectFrom('audit')
    .select(['request_id', 'token_id', 'source', 'actor_id'])
    .execute()
  const audited = Map.groupBy(rows, (row) => row.request_id)
  return requests.flatMap(({ name, requestId, tokenId, hasChanged }) => {
    const found = audited.get(requestId) ?? []
    for (const { token_id, source, actor_id } of found) {
      assert([token_id, source, actor_id]).toEqual([tokenId, '127.0.0.1', assert.any(String)])
    }
    const isOnRecord = found.length > 0
    return isOnRecord === hasChanged ? [] : [`${name}: ${isOnRecord ? 'an' : 'no'} audit row`]
  })
}

function listStatuses({ promised, token, persona, subject }: Combination): number[] {
  const expected = expect(promised, token, persona, subject === 'itself')
  if (expected !== 'allowed') return [expected]
  const { method, operationId } = promised
  if (/^revoke.*ApiToken$/.test(operationId)) {
    return [isFound({ promised, token, persona, subject }) ? 204 : 404]
  }
  if (operationId === 'removeAppUser' && subject === 'itself') return [ON_REMOVING[persona] ?? 404]
  return method === 'GET' ? [200] : [200, 201, 204]
}

/** A token of another family passes the door as itself, and is then not found in this one; a bearer is no token. */
function isFound({ promised: { on }, token, subject }: Combination): boolean {
  if (subject === 'another') return true
  const family = on === 'organization' ? 'org' : on
  return !isBearer(token) && (!family || token.startsWith(family))
}

/** Who is no member of the app cannot be taken off it; an admin of its organization is one by that alone. */
const ON_REMOVING: Partial<Record<Persona, number>> = {
  manager: 204,
  developer: 204,
  viewer: 204,
  'org admin': 409,
}

const isRead = ({ promised }: Combination) => promised.method === 'GET'

test('every operation, every token, every role: as the page of rights says', {
  timeout: 600_000,
}, async () => {
  const combinations = listCombinations()
  const faults: string[] = []
  const requests: Made[] = []
  const tally = new Map<number | string, number>()
  // Reads first: they leave the world as it is, so that one world serves many of them.
  const queue = combinations.toSorted((a, b) => Number(isRead(a)) - Number(isRead(b)))
  const nextWorld = worldBuilder(database.db)
  const work = async () => {
    let world = await nextWorld()
    for (let next = queue.pop(); next; next = queue.pop()) {
      const result = await tryOut(world, next)
      faults.push(...result.faults)
      requests.push(result.made)
      const outcome = expect(next.promised, next.token, next.persona, next.subject === 'itself')
      tally.set(outcome, (tally.get(outcome) ?? 0) + 1)
      if (result.made.hasChanged) world = await nextWorld()
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  assert(new Set(requests.map(({ requestId }) => requestId)).size).toBe(combinations.length)
  faults.push(...(await findUnaudited(requests)))
  const outcomes = [...tally].map(([outcome, count]) => `${outcome}: ${count}`).join(', ')
  console.log(
    `rights: ${combinations.length} combinations (${outcomes}), ${faults.length} disagreements`,
  )
  assert(faults).toEqual([])
  assert(combinations.length).toBe(19 * 7 * 70)
  const figure = combinations.length.toLocaleString('en-US')
  assert(readFileSync('README.md', 'utf8')).toContain(`${figure} combinations`)
})
