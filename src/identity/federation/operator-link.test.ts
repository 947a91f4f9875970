import { expect, test } from 'vitest'
import { caller } from '../../../test/support/http/http.ts'
import { forgeBearer } from '../../../test/support/http/signed-in.ts'
import { ADA, codeOf, useFederation } from '../../../test/support/server/federation.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import { insertPerson } from '../../../test/support/world/world.ts'

const federation = await useFederation()
const { database, server, strict, issuer, seal } = federation

async function signInOperator() {
  const { id } = await insertPerson(database.db)
  await database.db.updateTable('account').set({ is_operator: true }).where('id', '=', id).execute()
  const claims = { aud: `${ORIGIN}/v0.1`, scope: 'account', client_id: 'portal', sub: id }
  const Authorization = `Bearer ${await forgeBearer(database.db, seal, ORIGIN, claims)}`
  const call = (method: string, path: string, body?: object) =>
    caller(server)(undefined, method, `/operator/v1/accounts/${path}`, body, { Authorization })
  return Object.assign(call, { id })
}

const listActions = async (accountId: string) => {
  const rows = await database.db
    .selectFrom('audit')
    .select(['action', 'actor_kind', 'before', 'after'])
    .where('scope_id', '=', accountId)
    .where('action', 'in', ['account.link-identity', 'account.unlink-identity'])
    .orderBy('at')
    .execute()
  return rows.map(({ action, before, after }) => [action, before ?? after])
}

test('an operator connects an identity with an account, which then signs in without a password', async () => {
  const asOperator = await signInOperator()
  const account = await insertPerson(database.db)
  const email = `${account.name}@crew.example`
  await database.db
    .updateTable('account_email')
    .set({ key: email })
    .where('account_id', '=', account.id)
    .execute()
  const identity = { issuer: issuer.url, subject: 'ada-linked' }
  const person = { ...ADA, sub: identity.subject, email, groups: ['binnacle'] }
  issuer.signInAs(person)

  const before = await federation.signInAt(strict)
  expect([codeOf(before), before.text.includes('AccountNotAdmitted')]).toEqual([null, true])
  expect(before.text).toContain(identity.subject)

  for (const _attempt of [1, 2]) {
    const linked = await asOperator('POST', `${account.id}/identities`, identity)
    expect([linked.status, linked.body]).toEqual([200, { value: [identity] }])
  }
  const { who, ...signedIn } = await federation.signInAt(strict)
  expect(codeOf(signedIn)).toBeTruthy()
  expect(await listActions(account.id)).toEqual([['account.link-identity', identity]])

  const query = new URLSearchParams(identity)
  expect((await asOperator('DELETE', `${account.id}/identities?${query}`)).status).toBe(204)
  expect((await asOperator('GET', `${account.id}/identities`)).body).toEqual({ value: [] })
  expect((await listActions(account.id)).at(-1)).toEqual(['account.unlink-identity', identity])
  const session = await who.visit(
    `/oauth2/auth?${new URLSearchParams({ ...federation.portal, prompt: 'none' })}`,
  )
  expect(session.url.searchParams.get('error')).toBe('login_required')
})

test('the identity of passwords is neither listed nor disconnected', async () => {
  const asOperator = await signInOperator()
  const { id } = await insertPerson(database.db)
  await database.db
    .insertInto('account_identity')
    .values({ issuer: 'local', subject: `local-${id}`, account_id: id })
    .execute()
  const query = new URLSearchParams({ issuer: 'local', subject: `local-${id}` })
  expect((await asOperator('GET', `${id}/identities`)).body).toEqual({ value: [] })
  expect((await asOperator('DELETE', `${id}/identities?${query}`)).status).toBe(404)
})

test('what an operator has connected ends with their role, and signs the account out', async () => {
  const [asOperator, asOther] = [await signInOperator(), await signInOperator()]
  const { id } = await insertPerson(database.db)
  const identity = { issuer: issuer.url, subject: 'second-identity-of-the-operator' }
  await asOperator('POST', `${id}/identities`, identity)
  issuer.signInAs({ ...ADA, sub: identity.subject })
  const { who } = await federation.signInAt()
  const demoted = await asOther('PATCH', asOperator.id, { is_operator: false })
  expect([demoted.status, demoted.body.identities_ended]).toEqual([200, 1])
  expect((await asOther('GET', `${id}/identities`)).body).toEqual({ value: [] })
  const query = new URLSearchParams({ ...federation.portal, prompt: 'none' })
  const session = await who.visit(`/oauth2/auth?${query}`)
  expect(session.url.searchParams.get('error')).toBe('login_required')
})
