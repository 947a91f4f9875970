import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import {
  closeAfterwards,
  FOR_ACCOUNT,
  openIssuer,
  personOf,
  trust,
} from '../../../test/support/http/issuer.ts'
import {
  BODIES,
  inPath,
  prepareOperatorWorld,
  TRUSTED_ISSUERS,
} from '../../../test/support/http/operator-requests.ts'
import { useDeclaredSchemas } from '../../../test/support/http/schema-check.ts'
import {
  giveSecondFactor,
  insertSecondFactor,
  openSession,
} from '../../../test/support/http/second-factor.ts'
import { forgeBearer, insertClient } from '../../../test/support/http/signed-in.ts'
import { signer } from '../../../test/support/http/signer.ts'
import { MAILS_WAIT } from '../../../test/support/mail/mails-wait.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const SECRET = randomBytes(32).toString('base64url')
const database = useDatabase()
const seal = openSeal(randomBytes(32))
const issuer = await openIssuer()
closeAfterwards(issuer)
const trusted = trust(issuer, {
  operatorClaim: { name: 'roles', value: 'operator' },
  signIn: { id: 'own', name: 'Own', clientId: 'binnacle', secondFactorAmr: ['mfa'] },
})
const issuers = JSON.stringify([...JSON.parse(TRUSTED_ISSUERS), trusted])
const env = { ...MAILS_WAIT, PUBLIC_URL: ORIGIN, RATE_LIMITS: 'false', TRUSTED_ISSUERS: issuers }
const shared = { databaseUrl: database.url, seal }
const server = useServer({ ...shared, env: { ...env, OPERATOR_SECOND_FACTOR: 'required' } })
const optional = useServer({ ...shared, env: { ...env, OPERATOR_SECOND_FACTOR: 'optional' } })
const withoutSignIn = useServer({
  ...shared,
  env: {
    ...env,
    OPERATOR_SECOND_FACTOR: 'required',
    BUNDLED_SIGN_IN: 'false',
    TRUSTED_ISSUERS: JSON.stringify([{ ...trusted, signIn: undefined }]),
  },
})
const misfit = useDeclaredSchemas('openapi/operator.json')

type Session = Awaited<ReturnType<typeof openSession>>
const STATES = ['fresh', 'stale', 'no second factor'] as const
const people = {} as Record<(typeof STATES)[number], Session & { accountId: string }>
let service: Record<string, string>

/** Somebody in such a state: each is another person. */
async function insertOperator(state: (typeof STATES)[number]) {
  const { db } = database
  const { id } = await insertPerson(db)
  await db.updateTable('account').set({ is_operator: true }).where('id', '=', id).execute()
  const session = await openSession(db, seal, ORIGIN, id)
  if (state !== 'no second factor') await insertSecondFactor(db, id)
  if (state === 'fresh') await giveSecondFactor(db, id, session.sessionId)
  if (state === 'stale') await giveSecondFactor(db, id, session.sessionId, 15 * 60_000 + 1)
  return { ...session, accountId: id }
}

beforeAll(async () => {
  for (const state of STATES) people[state] = await insertOperator(state)
  await insertClient(database.db, 'robot', ['client-credentials'], {
    principalId: randomUUIDv7(),
    secret: SECRET,
  })
  await database.db
    .updateTable('oauth_client')
    .set({ is_operator: true })
    .where('id', '=', 'robot')
    .execute()
  const bearer = await signer(ORIGIN, [server.url]).service('robot', SECRET)
  service = { Authorization: `Bearer ${bearer}` }
})

const ask = (method: string, path: string, body?: unknown, headers = service, at = server) =>
  caller(at)(undefined, method, `/operator/v1${path}`, body, headers)

/** A POST that changes nothing. */
const READS = new Set(['measureEventReach'])

type Operation = Readonly<{
  path: string
  method: string
  operationId: string
  isRead: boolean
  /** The status of success. */
  done: number
}>

async function listOperations(): Promise<Operation[]> {
  const { body: document } = await caller(server)(undefined, 'GET', '/openapi/operator.json')
  type Described = { operationId: string; responses: object }
  return Object.entries<Record<string, Described>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => ({
      path,
      method,
      operationId,
      isRead: method === 'get' || READS.has(operationId),
      done: Number(Object.keys(responses)[0]),
    })),
  )
}

type World = Awaited<ReturnType<typeof prepareOperatorWorld>>
type Call = Readonly<{ who: string; headers: Record<string, string>; expected: number }>

/** What is wrong with the answer, if anything is. */
async function findFault({ path, method, operationId }: Operation, world: World, call: Call) {
  const { who, headers, expected } = call
  const address = inPath(method, path, world)
  const given = BODIES[operationId]?.(world)
  const answer = await caller(server)(undefined, method.toUpperCase(), address, given, headers)
  const { status, body } = answer
  const code = status === 401 ? body.error.code : ''
  const found = `${status} ${code}${misfit(operationId, status, body) ?? ''}`.trim()
  const wanted = expected === 401 ? '401 SecondFactorRequired' : `${expected}`
  return found === wanted ? [] : [`${operationId} by ${who}: ${found}, not ${wanted}`]
}

/** What only people may do, whatever they have given. */
const PEOPLE_ONLY = new Set([
  'updateAccount',
  'resetAccount',
  'eraseAccount',
  'resetSecondFactors',
  'linkIdentity',
  'unlinkIdentity',
  'sendTestMail',
])

type Expected = Readonly<{ call: Call; needsWorld: boolean }>

/** Who is refused changes nothing for the next one. */
function listCalls({ operationId, isRead, done }: Operation): Expected[] {
  const ofPeople = STATES.toReversed().map((state) => {
    const expected = isRead || state === 'fresh' ? done : 401
    const call = { who: `person, ${state}`, headers: people[state].headers, expected }
    return { call, needsWorld: false }
  })
  // A service account acts for nobody: it is not asked, in whichever state people are.
  const expected = PEOPLE_ONLY.has(operationId) ? 403 : done
  const ofService = STATES.map((state) => ({
    call: { who: `service account, ${state}`, headers: service, expected },
    needsWorld: !isRead && expected === done,
  }))
  return [...ofPeople, ...ofService]
}

describe('a change by an operator', () => {
  test('needs a second factor of the last 15 minutes from a person, and from nobody else', {
    timeout: 600_000,
  }, async () => {
    const operations = await listOperations()
    const faults: string[] = []
    let calls = 0
    for (const operation of operations) {
      let world = await prepareOperatorWorld(database.db, ask)
      for (const { call, needsWorld } of listCalls(operation)) {
        if (needsWorld) world = await prepareOperatorWorld(database.db, ask)
        faults.push(...(await findFault(operation, world, call)))
        calls += 1
      }
    }
    const changes = operations.filter(({ isRead }) => !isRead).length
    console.log(
      `second factor: ${operations.length} operator operations (${changes} changes) x 3 states x 2 callers = ${calls} calls, ${faults.length} disagreements`,
    )
    expect(faults).toEqual([])
    expect(calls).toBe(operations.length * 6)
    expect(changes).toBeGreaterThan(25)
  })

  const change = (session: Session, at = server) =>
    ask('POST', '/organizations', {}, session.headers, at)
  /** Allowed, and then refused for its body. */
  const isAllowed = async (session: Session, at = server) =>
    (await change(session, at)).status === 400

  test('401: says where to confirm, in the body and as RFC 9470 says it', async () => {
    const { status, body, headers } = await change(people.stale)
    expect(status).toBe(401)
    expect(body.error).toEqual({
      code: 'SecondFactorRequired',
      message: expect.stringContaining(body.error.confirm_url),
      details: [],
      confirm_url: expect.stringMatching(/^http:\/\/binnacle\.example\/oauth2\/confirm\/[\w-]+$/),
      confirm_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
    })
    expect(headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_user_authentication", error_description="A second factor is required.", max_age="900"',
    )
  })

  test('is not asked of an operator who has none, where it is optional', async () => {
    expect(await isAllowed(people['no second factor'], optional)).toBe(true)
    expect(await isAllowed(people.stale, optional)).toBe(false)
    expect(await isAllowed(people.fresh, optional)).toBe(true)
  })

  test('a second factor of another session of the same person does not count', async () => {
    const { accountId } = people.fresh
    const other = await openSession(database.db, seal, ORIGIN, accountId)
    expect(await isAllowed(other)).toBe(false)
    expect(await isAllowed(people.fresh)).toBe(true)
  })

  test('nor does that of somebody else in a session of the same id', async () => {
    const { sessionId } = people.stale
    await giveSecondFactor(database.db, people.fresh.accountId, sessionId)
    expect(await isAllowed(people.stale)).toBe(false)
  })

  test('401 without an address: an access token that names no session', async () => {
    const bearer = await forgeBearer(database.db, seal, ORIGIN, {
      sub: people.fresh.accountId,
      client_id: 'portal',
      aud: `${ORIGIN}/v0.1`,
      scope: 'account',
    })
    const headers = { Authorization: `Bearer ${bearer}` }
    const { status, body } = await ask('POST', '/organizations', {}, headers)
    expect([status, body.error.code, body.error.confirm_url]).toEqual([
      401,
      'SecondFactorRequired',
      undefined,
    ])
    expect(body.error.message).toContain('does not belong to a session')
  })

  test('is asked of somebody who was made an operator meanwhile', async () => {
    const { id } = await insertPerson(database.db)
    const session = await openSession(database.db, seal, ORIGIN, id)
    expect((await change(session)).status).toBe(403)
    await ask('PATCH', `/accounts/${id}`, { is_operator: true }, people.fresh.headers)
    expect((await change(session)).body.error.code).toBe('SecondFactorRequired')
    await giveSecondFactor(database.db, id, session.sessionId)
    expect(await isAllowed(session)).toBe(true)
  })

  test.each([
    ['with a second factor of the last minutes', { amr: ['pwd', 'mfa'], agoS: 60 }, true],
    ['with one that is too old', { amr: ['pwd', 'mfa'], agoS: 901 }, false],
    [
      'with one of the future, which counts from when the token was issued',
      { amr: ['mfa'], agoS: -9999 },
      true,
    ],
    ['with none that the settings accept', { amr: ['pwd'], agoS: 60 }, false],
    ['without a time', { amr: ['mfa'] }, false],
  ])(
    'by the access token of a trusted issuer, %s',
    async (_what, { amr, agoS }: IssuerSays, isEnough) => {
      const nowS = Math.floor(Date.now() / 1000)
      const time = agoS === undefined ? {} : { auth_time: nowS - agoS }
      const says = { ...personOf('zoe'), ...FOR_ACCOUNT, roles: ['operator'], amr, ...time }
      const headers = { Authorization: `Bearer ${await issuer.sign(says)}` }
      const { status, body } = await ask('POST', '/organizations', {}, headers)
      expect([status, body.error.code]).toEqual(
        isEnough ? [400, 'InvalidParameter'] : [401, 'SecondFactorRequired'],
      )
      expect((await ask('GET', '/accounts', undefined, headers)).status).toBe(200)
    },
  )

  test('is asked of nobody where there is no provider at which it could be given', async () => {
    const says = { ...personOf('max'), ...FOR_ACCOUNT, roles: ['operator'] }
    const headers = { Authorization: `Bearer ${await issuer.sign(says)}` }
    const { status, body } = await ask('POST', '/organizations', {}, headers, withoutSignIn)
    expect([status, body.error.code]).toEqual([400, 'InvalidParameter'])
  })
})

type IssuerSays = Readonly<{ amr: string[]; agoS?: number }>
