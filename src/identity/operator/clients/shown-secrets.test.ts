import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { whileHolding } from '../../../../test/support/database/locks.ts'
import { insertPassword } from '../../../../test/support/http/signed-in.ts'
import { PASSWORD, signer } from '../../../../test/support/http/signer.ts'
import { makeVisitor } from '../../../../test/support/http/visitor.ts'
import { useOffboardingStage } from '../../../../test/support/server/offboarding-stage.ts'
import { insertPerson, type Person } from '../../../../test/support/world/world.ts'

const stage = useOffboardingStage()
const { asBearer, callAsOperator, signIn } = stage

async function makeOperator() {
  const { db } = stage.database
  const person = await insertPerson(db)
  await insertPassword(db, person.id)
  await db.updateTable('account').set({ is_operator: true }).where('id', '=', person.id).execute()
  const bearer = await signIn(person)
  const ask = (method: string, path: string, body?: unknown) =>
    asBearer(bearer, method, `/operator/v1${path}`, body)
  return { ...person, ask }
}
type Operator = Awaited<ReturnType<typeof makeOperator>>

const sign = () => signer(stage.origin, [stage.server.url])

/** A client whose secret this operator is shown, and ways to call with what the secret brings. */
async function makeService({ ask }: Pick<Operator, 'ask'>, isOperator = true) {
  const id = `robot-${randomUUIDv7()}`
  const input = { id, display_name: 'Robot', flows: ['client-credentials'] }
  const { body } = await ask('POST', '/clients', input)
  if (isOperator) {
    expect((await ask('PATCH', `/clients/${id}`, { is_operator: true })).status).toBe(200)
  }
  const secret = body.client_secret as string
  const callWith = async (secret: string, method: string, path: string, input?: unknown) =>
    asBearer(await sign().service(id, secret), method, `/operator/v1${path}`, input)
  return {
    id,
    secret,
    callWith,
    ask: (method: string, path: string, input?: unknown) => callWith(secret, method, path, input),
  }
}

const OUT = [{ disabled: true }, { is_operator: false }]
const put = ({ id }: Person, change: object) => callAsOperator('PATCH', `/accounts/${id}`, change)

describe('a service account whose secret somebody was shown', () => {
  test.each(OUT)('does not bring them back after %j', async (change) => {
    const eve = await makeOperator()
    const robot = await makeService(eve)
    const { body } = await put(eve, change)
    expect(body).toMatchObject({ clients_demoted: 1, links_ended: 0 })
    const back = { disabled: false, is_operator: true }
    expect((await robot.ask('PATCH', `/accounts/${eve.id}`, back)).status).toBe(403)
    expect((await robot.ask('GET', '/accounts')).status).toBe(403)
    const row = await stage.database.db
      .selectFrom('account')
      .select(['disabled_at', 'is_operator'])
      .where('id', '=', eve.id)
      .executeTakeFirstOrThrow()
    expect(row.disabled_at !== null || !row.is_operator).toBe(true)
    const { value } = (await callAsOperator('GET', '/audit?scope=platform&action=client.change'))
      .body
    expect(value[0]).toMatchObject({
      target: `client ${robot.id}`,
      before: { is_operator: true },
      after: { is_operator: false, reason: expect.stringContaining(eve.id) },
    })
  })

  test('is an operator again with a new secret that somebody else was shown', async () => {
    const eve = await makeOperator()
    const robot = await makeService(eve)
    await put(eve, { disabled: true })
    const again = { is_operator: true }
    const refused = await callAsOperator('PATCH', `/clients/${robot.id}`, again)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'SecretHolderNoOperator'])
    const { body } = await callAsOperator('POST', `/clients/${robot.id}/secret`)
    expect((await callAsOperator('PATCH', `/clients/${robot.id}`, again)).status).toBe(200)
    expect((await robot.callWith(body.client_secret, 'GET', '/accounts')).status).toBe(200)
    await put(eve, { disabled: false })
    expect((await put(eve, { disabled: true })).body.clients_demoted).toBe(0)
  })

  test('makes clients and links that count as shown to them too', async () => {
    const eve = await makeOperator()
    const robot = await makeService(eve)
    const second = await makeService(robot, false)
    await callAsOperator('PATCH', `/clients/${second.id}`, { is_operator: true })
    const name = `n${randomUUIDv7()}`
    await robot.ask('POST', '/accounts', { name, email: `${name}@example.com` })
    expect((await put(eve, { disabled: true })).body).toMatchObject({
      clients_demoted: 2,
      links_ended: 1,
    })
    expect((await second.ask('GET', '/accounts')).status).toBe(403)
  })

  test('with two secrets, brings back neither of the two who were shown them', async () => {
    const [eve, bob] = [await makeOperator(), await makeOperator()]
    const robot = await makeService(eve)
    const { body } = await bob.ask('POST', `/clients/${robot.id}/secrets`)
    expect(body.client).toMatchObject({
      secret_shown_to: bob.id,
      has_previous_secret: true,
      previous_secret_shown_to: eve.id,
    })
    // It is not known for which of the two it would make a secret.
    const made = { id: `robot-${randomUUIDv7()}`, display_name: 'x', flows: ['client-credentials'] }
    for (const [path, input] of [
      ['/clients', made],
      [`/clients/${robot.id}/secret`, undefined],
    ] as const) {
      const { status, body } = await robot.ask('POST', path, input)
      expect([status, body.error.code]).toEqual([403, 'PersonRequired'])
    }
    const token = await sign().service(robot.id, robot.secret)
    const askWithToken = () => asBearer(token ?? '', 'GET', '/operator/v1/accounts')
    expect((await askWithToken()).status).toBe(200)
    expect((await put(eve, { disabled: true })).body.clients_demoted).toBe(1)
    const again = { is_operator: true }
    const refused = await bob.ask('PATCH', `/clients/${robot.id}`, again)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'SecretHolderNoOperator'])
    expect((await bob.ask('DELETE', `/clients/${robot.id}/secrets/previous`)).status).toBe(204)
    expect((await bob.ask('PATCH', `/clients/${robot.id}`, again)).status).toBe(200)
    // What was obtained with the secret that is gone is no operator's.
    expect((await askWithToken()).status).toBe(401)
    expect((await put(bob, { disabled: true })).body.clients_demoted).toBe(1)
  })

  test('of an operator: tokens end with the previous secret, before anybody is put out', async () => {
    const [eve, bob] = [await makeOperator(), await makeOperator()]
    const robot = await makeService(eve)
    const token = await sign().service(robot.id, robot.secret)
    await bob.ask('POST', `/clients/${robot.id}/secrets`)
    await bob.ask('DELETE', `/clients/${robot.id}/secrets/previous`)
    expect((await asBearer(token ?? '', 'GET', '/operator/v1/accounts')).status).toBe(401)
    expect((await put(eve, { disabled: true })).body.clients_demoted).toBe(0)
  })

  test('403: changes and resets no account, and makes no client an operator', async () => {
    const eve = await makeOperator()
    const robot = await makeService(eve)
    const second = await makeService(eve, false)
    for (const [method, path, input] of [
      ['PATCH', `/accounts/${eve.id}`, { disabled: true }],
      ['PATCH', `/accounts/${eve.id}`, { disabled: false }],
      ['PATCH', `/accounts/${eve.id}`, { is_operator: true }],
      ['PATCH', `/accounts/${eve.id}`, { is_operator: false }],
      ['POST', `/accounts/${eve.id}/reset`, {}],
      ['PATCH', `/clients/${second.id}`, { is_operator: true }],
    ] as const) {
      const { status, body } = await robot.ask(method, path, input)
      expect([path, input, status, body.error.code]).toEqual([path, input, 403, 'PersonRequired'])
    }
  })

  test('409: becomes no operator while the one who was shown it is being disabled', async () => {
    const eve = await makeOperator()
    const robot = await makeService(eve, false)
    const [answer] = await whileHolding(
      stage.database.db,
      (trx) =>
        trx
          .updateTable('account')
          .set({ disabled_at: new Date() })
          .where('id', '=', eve.id)
          .execute(),
      [() => callAsOperator('PATCH', `/clients/${robot.id}`, { is_operator: true })],
    )
    expect(answer?.status).toBe(409)
  })
})

describe('a password link that somebody made for somebody else', () => {
  const open = async (link: string) =>
    (await makeVisitor(stage.origin, [stage.server.url]).visit(link)).status

  async function setPassword(link: string) {
    const who = makeVisitor(stage.origin, [stage.server.url])
    const init = { method: 'POST', headers: { origin: stage.origin } }
    const body = new URLSearchParams({
      password: `${PASSWORD} of eve`,
      again: `${PASSWORD} of eve`,
    })
    return (await who.visit(link, { ...init, body })).status
  }

  test.each([...OUT, 'reset'])('ends with %j of its maker', async (change) => {
    const [eve, ada] = [await makeOperator(), await makeOperator()]
    const { password_link } = (await eve.ask('POST', `/accounts/${ada.id}/reset`)).body
    expect(await open(password_link)).toBe(200)
    const { status, body } =
      typeof change === 'string'
        ? await callAsOperator('POST', `/accounts/${eve.id}/reset`)
        : await put(eve, change)
    expect([status, body.links_ended]).toEqual([200, 1])
    expect(await setPassword(password_link)).not.toBe(200)
    const password = await stage.database.db
      .selectFrom('account_password')
      .selectAll()
      .where('account_id', '=', ada.id)
      .execute()
    expect(password).toEqual([])
  })

  test('stays while its maker stays, and sets a password', async () => {
    const [eve, ada] = [await makeOperator(), await makeOperator()]
    const { password_link } = (await eve.ask('POST', `/accounts/${ada.id}/reset`)).body
    await put(eve, { email: `${randomUUIDv7()}@example.com` })
    expect(await setPassword(password_link)).toBe(200)
  })
})
