import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { caller } from '../../../../test/support/http/http.ts'
import {
  closeAfterwards,
  FOR_ACCOUNT,
  openIssuer,
  personOf,
  trust,
} from '../../../../test/support/http/issuer.ts'
import { useDeclaredSchemas } from '../../../../test/support/http/schema-check.ts'
import { insertSecondFactor } from '../../../../test/support/http/second-factor.ts'
import { insertClient } from '../../../../test/support/http/signed-in.ts'
import { useSmtp } from '../../../../test/support/mail/use-smtp.ts'
import { useHealth } from '../../../../test/support/server/health.ts'
import { insertTotp } from '../../../../test/support/server/second-factor.ts'
import { type TestServer, useServer } from '../../../../test/support/server/server.ts'
import { insertOrganization, insertPerson } from '../../../../test/support/world/world.ts'

let isRefusing = false
const refuseMessage = () => (isRefusing ? { code: 554, text: 'No' } : undefined)
const smtp = await useSmtp({ refuseMessage })
const [issuer, strict] = [await openIssuer(), await openIssuer()]
closeAfterwards(issuer, strict)
const signIn = { id: 'own', name: 'Own', clientId: 'binnacle', secondFactorAmr: ['mfa'] }
const TRUSTED_ISSUERS = JSON.stringify([trust(issuer), trust(strict, { signIn })])
const health = useHealth({ ...smtp.env, TRUSTED_ISSUERS }, { runsJobs: true })
const shared = { databaseUrl: health.database.url, seal: health.installation.seal }
const PUBLIC_URL = health.installation.origin
const bare = useServer({ ...shared, env: { PUBLIC_URL } })
const operatorClaim = { name: 'roles', value: 'operator' }
const byClaim = useServer({
  ...shared,
  env: { PUBLIC_URL, TRUSTED_ISSUERS: JSON.stringify([trust(issuer, { operatorClaim })]) },
})
const misfit = useDeclaredSchemas('openapi/operator.json')

let operatorId: string
beforeAll(async () => {
  const operator = health.database.db.selectFrom('account').where('is_operator', '=', true)
  operatorId = (await operator.select('id').executeTakeFirstOrThrow()).id
})
beforeEach(() => {
  isRefusing = false
})

type Step = Readonly<{ step: string; is_done: boolean }>
async function listSteps(): Promise<Step[]> {
  const { status, body } = await health.callAsOperator('GET', '/first-steps')
  expect([status, misfit('listFirstSteps', status, body)]).toEqual([200, undefined])
  return body.value
}
const isDone = async (step: string) => (await listSteps()).find((one) => one.step === step)?.is_done

/** In the order of the list. */
const STEPS = ['second-operator', 'mail', 'issuer', 'organization', 'subscription']
const LATER = ['services', 'access', 'drill']

const insertOperator = async (state: object = {}) => {
  const { id } = await insertPerson(health.database.db)
  const account = health.database.db.updateTable('account').where('id', '=', id)
  await account.set({ is_operator: true, ...state }).execute()
  return id
}

test('200: nothing is done in a new installation', async () => {
  expect(await listSteps()).toEqual([...STEPS, ...LATER].map((step) => ({ step, is_done: false })))
})

test('200: what has no meaning in an installation is left out', async () => {
  const headers = { Authorization: `Bearer ${await health.signInAs(operatorId)}` }
  const namesAt = async (server: TestServer) => {
    const path = '/operator/v1/first-steps'
    const { body } = await caller(server)(undefined, 'GET', path, undefined, headers)
    return body.value.map(({ step }: Step) => step)
  }
  expect(await namesAt(bare)).toEqual(['second-operator', ...STEPS.slice(3), ...LATER])
  expect(await namesAt(byClaim)).toEqual([...STEPS.slice(2), ...LATER])
})

test('second-operator: another one who can sign in and has a second factor', async () => {
  const { db } = health.database
  await insertSecondFactor(db, operatorId)
  for (const state of [{ disabled_at: new Date() }, { is_operator: false }]) {
    await insertSecondFactor(db, await insertOperator(state))
  }
  const link = async (to: string, account_id: string) => {
    const identity = { issuer: to, subject: randomUUIDv7(), account_id }
    await db.insertInto('account_identity').values(identity).execute()
  }
  await link(issuer.url, await insertOperator())
  expect(await isDone('second-operator')).toBe(false)
  // With a second factor, the operator would be asked for it from here on.
  await db.deleteFrom('passkey').where('account_id', '=', operatorId).execute()

  const prove = async (give: (id: string) => Promise<unknown>) => {
    const id = await insertOperator()
    await give(id)
    expect(await isDone('second-operator')).toBe(true)
    await db.updateTable('account').set({ is_operator: false }).where('id', '=', id).execute()
    expect(await isDone('second-operator')).toBe(false)
  }
  await prove((id) => insertSecondFactor(db, id))
  await prove((id) => insertTotp(db, health.installation.seal, id))
  await prove((id) => link(strict.url, id))
})

test('mail: an e-mail was accepted by the SMTP server', async () => {
  const ended = () =>
    health.database.db.selectFrom('mail').select('outcome').where('outcome', 'is not', null)
  isRefusing = true
  expect((await health.callAsOperator('POST', '/test-mail')).status).toBe(202)
  await expect.poll(async () => (await ended().execute()).length).toBe(1)
  expect(await isDone('mail')).toBe(false)

  isRefusing = false
  const { status, body } = await health.callAsOperator('POST', '/test-mail')
  const { email } = await health.database.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', operatorId)
    .executeTakeFirstOrThrow()
  expect([status, body, misfit('sendTestMail', status, body)]).toEqual([202, { email }, undefined])
  const [mail] = await smtp.waitFor(1, email)
  expect(mail).toMatchObject({ title: 'A test of e-mail from Binnacle' })
  await expect.poll(() => isDone('mail')).toBe(true)
  const audit = await health.callAsOperator('GET', `/audit?scope=${operatorId}&action=mail.test`)
  expect(audit.body.value).toHaveLength(2)
})

test('issuer: somebody came through a trusted issuer', async () => {
  const { db } = health.database
  const person = await insertPerson(db)
  const identity = { issuer: issuer.url, subject: 'eve', account_id: person.id }
  await db.insertInto('account_identity').values(identity).execute()
  expect(await isDone('issuer')).toBe(false)
  const bearer = await issuer.sign({ ...personOf('max'), ...FOR_ACCOUNT })
  const headers = { Authorization: `Bearer ${bearer}` }
  const came = await caller(health.server)(undefined, 'GET', '/v0.1/user', undefined, headers)
  expect([came.status, await isDone('issuer')]).toEqual([200, true])
  await db.deleteFrom('account_identity').where('account_id', '=', came.body.id).execute()
  expect(await isDone('issuer')).toBe(false)
  const sign_in = { client: 'portal', issuer: issuer.url }
  await db
    .insertInto('audit')
    .values({
      ...{ scope_id: person.id, id: randomUUIDv7(), at: new Date(), actor_kind: 'account' },
      ...{ action: 'account.sign-in', target: 'account', after: JSON.stringify(sign_in) },
    })
    .execute()
  expect(await isDone('issuer')).toBe(true)
})

test('organization, subscription, services, access and drill, each with what it needs', async () => {
  const { db } = health.database
  const done = async () => {
    const steps = new Map((await listSteps()).map(({ step, is_done }) => [step, is_done]))
    return ['organization', 'subscription', ...LATER].filter((step) => steps.get(step))
  }
  const { id: organization_id } = await insertOrganization(db)
  expect(await done()).toEqual(['organization'])

  const add = (id: string) =>
    health.callAsOperator('POST', '/subscriptions', { id, organization_id, display_name: id })
  await add('gone')
  expect(await done()).toEqual(['organization', 'subscription'])
  await health.callAsOperator('POST', '/subscriptions/gone/retire')
  expect(await done()).toEqual(['organization'])
  await add('one')

  const value = [{ service: 'Storage', region: 'West US' }]
  await health.callAsOperator('PUT', '/subscriptions/one/footprint', { value })
  const known = ['organization', 'subscription', 'services']
  expect(await done()).toEqual(known)
  await health.callAsOperator('PUT', '/subscriptions/one/footprint', { value: [] })
  expect(await done()).toEqual(['organization', 'subscription'])
  const catalogue = { locations: ['West US'], resources: [{ name: 'cores', defaultLimit: 10 }] }
  await health.callAsOperator('PUT', '/quota/providers/Test.One', catalogue)
  expect(await done()).toEqual(known)

  const give = (id: string) =>
    health.callAsOperator('PUT', `/subscriptions/one/roles/${id}`, { role: 'reader' })
  const principalId = randomUUIDv7()
  await insertClient(db, 'robot', ['client-credentials'], { principalId, secret: 'x'.repeat(43) })
  const disabled = await insertPerson(db)
  for (const id of [operatorId, principalId, disabled.id]) await give(id)
  const off = db.updateTable('account').set({ disabled_at: new Date() })
  await off.where('id', '=', disabled.id).execute()
  expect(await done()).toEqual(known)
  const person = await insertPerson(db)
  const members = await insertOrganization(db, { [person.id]: 'member' })
  await give(members.id)
  expect(await done()).toEqual([...known, 'access'])

  const publish = (isDrill: boolean) =>
    health.callAsOperator('POST', '/events', {
      audience: { kind: 'subscriptions', subscriptions: ['one'] },
      eventType: 'ServiceIssue',
      isDrill,
    })
  await publish(false)
  expect(await done()).toEqual([...known, 'access'])
  expect((await publish(true)).status).toBe(201)
  expect(await done()).toEqual([...known, 'access', 'drill'])
})
