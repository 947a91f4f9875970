import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { NEW_TOKEN } from '../../../../../test/support/http/http.ts'
import { useOffboardingStage } from '../../../../../test/support/server/offboarding-stage.ts'
import { insertGroup, putIntoGroup } from '../../../../../test/support/world/groups.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
} from '../../../../../test/support/world/world.ts'
import { recordAudit } from '../../../../directory/audit.ts'
import type { RealTime } from '../../../../platform/time.ts'

const stage = useOffboardingStage()
const { call, callAsOperator } = stage
const erase = (id: string) => callAsOperator('POST', `/accounts/${id}/erase`, {})
const disable = (id: string) => callAsOperator('PATCH', `/accounts/${id}`, { disabled: true })
const dump = () =>
  execFileSync('pg_dump', ['--dbname', stage.database.url], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
const linesWith = (text: string, value: string) =>
  text.split('\n').filter((line) => line.includes(value.toLowerCase()))
const unique = (what: string) => `${what}-${randomUUID()}`

/** Somebody who left traces in every table that has some. */
async function leaveTraces() {
  const { db } = stage.database
  const values = {
    name: unique('Name'),
    email: `${unique('Mail')}@example.com`,
    formerEmail: `${unique('former')}@example.com`,
    displayName: unique('Display'),
    formerDisplayName: unique('First'),
    subject: unique('subject'),
    revokedEmail: `${unique('revoked')}@example.com`,
    passkey: unique('Passkey'),
  }
  const created = await callAsOperator('POST', '/accounts', {
    name: values.name,
    email: values.formerEmail,
    display_name: values.formerDisplayName,
  })
  const { id } = created.body.account
  const identity = { issuer: 'https://login.example.com', subject: values.subject }
  await callAsOperator('POST', `/accounts/${id}/identities`, identity)
  const ada = await insertPerson(db)
  const org = await insertOrganization(db, { [ada.id]: 'admin' })
  const invite = (user_email: string) =>
    call(ada.token, 'POST', `/v0.1/orgs/${org.name}/invitations`, { user_email })
  await invite(values.formerEmail)
  await callAsOperator('PATCH', `/accounts/${id}`, { email: values.email })
  await invite(values.email.toUpperCase())
  // An address that it had in between: invited there, revoked, and invited again, which nobody has answered.
  await callAsOperator('PATCH', `/accounts/${id}`, { email: values.revokedEmail })
  await callAsOperator('PATCH', `/accounts/${id}`, { email: values.email })
  await invite(values.revokedEmail)
  const path = `/v0.1/orgs/${org.name}/invitations/${values.revokedEmail}/revoke`
  await call(ada.token, 'POST', path, {})
  await invite(values.revokedEmail.toUpperCase())
  const bearer = await stage.signIn({ id })
  const asPerson = (method: string, path: string, body?: unknown) =>
    stage.asBearer(bearer, method, path, body)
  await asPerson('PATCH', '/v0.1/user', { display_name: values.displayName })
  const { body: token } = await asPerson('POST', '/v0.1/api_tokens', NEW_TOKEN)
  await call(token.api_token, 'GET', '/v0.1/user')
  await stage.server.lastUsed.flush()
  const at = new Date()
  const passkey = { credential_id: Buffer.from(id), public_key: Buffer.alloc(1), counter: '0' }
  await db
    .insertInto('passkey')
    .values({ ...passkey, account_id: id, transports: [], name: values.passkey, created_at: at })
    .execute()
  await db.transaction().execute((trx) =>
    recordAudit(
      trx,
      { kind: 'account', id, at: at as RealTime },
      {
        scopeId: id,
        action: 'account.second-factor-add',
        target: `account ${id}`,
        after: { kind: 'passkey', name: values.passkey },
      },
    ),
  )
  const address = '203.0.113.77'
  await sql`update audit set source = ${address} where actor_id = ${id}`.execute(db)
  await sql`update api_token set last_used_from = ${address} where created_by = ${id}`.execute(db)
  const usedFrom = '203.0.113.78'
  const record = { kind: 'Session', id_hash: randomBytes(32), sealed: Buffer.alloc(1) }
  await db
    .insertInto('oauth_record')
    .values({ ...record, account_id: id, last_used_from: usedFrom, browser: 'Lynx on Plan 9' })
    .execute()
  const askedFrom = '203.0.113.79'
  const asked = { scopeId: id, action: 'account.password-link', target: `account ${id}` } as const
  await db.transaction().execute((trx) => {
    const stranger = { kind: 'anonymous', id: null, requestId: randomUUID() } as const
    return recordAudit(
      trx,
      { ...stranger, at: at as RealTime, source: askedFrom },
      { ...asked, after: { isMailed: true } },
    )
  })
  return { id, org, ada, values: [...Object.values(values), address, usedFrom, askedFrom] }
}

describe('POST /operator/v1/accounts/{account_id}/erase', () => {
  test('204: no value of the person is left in a dump, and the ids are', async () => {
    const { id, values } = await leaveTraces()
    const before = dump().toLowerCase()
    for (const value of values) expect(linesWith(before, value)).not.toEqual([])
    await disable(id)
    expect((await erase(id)).status).toBe(204)
    const after = dump().toLowerCase()
    for (const value of values) expect(linesWith(after, value)).toEqual([])
    expect(linesWith(after, id)).not.toEqual([])
    const { body } = await callAsOperator('GET', `/accounts/${id}`)
    expect(body).toMatchObject({
      name: `erased-${id}`,
      display_name: 'Erased account',
      email: `erased-${id}@erased.invalid`,
      is_operator: false,
      erased_at: expect.any(String),
    })
  })

  test('204: what others did, and from where, stays in the audit trail', async () => {
    const { id, org, ada } = await leaveTraces()
    await disable(id)
    await erase(id)
    const rows = await stage.database.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'source', 'after'])
      .where((row) => row.or([row('scope_id', '=', id), row('scope_id', '=', org.id)]))
      .execute()
    const sent = rows.filter(({ action }) => action === 'invitation.send')
    expect(sent).toHaveLength(4)
    for (const row of sent) {
      expect(row).toMatchObject({ actor_id: ada.id, source: '127.0.0.1' })
      expect(row.after).toMatchObject({ organizationRole: 'collaborator' })
    }
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.create', 'account.change', 'token.create', 'account.erase']),
    )
    const own = rows.filter(({ actor_id }) => actor_id === id)
    expect(own.length).toBeGreaterThan(1)
    for (const { source } of own) expect(source).toBeNull()
  })

  test('204: nothing tells any more in which groups they were', async () => {
    const { id } = await leaveTraces()
    const { db } = stage.database
    const [group, other] = [
      await insertGroup(db, 'https://login.example.com', 'crew'),
      await insertPerson(db),
    ]
    for (const one of [id, other.id]) await putIntoGroup(db, group, one)
    await disable(id)
    await erase(id)
    const rows = await db.selectFrom('account_group').select('account_id').execute()
    expect(rows).toEqual([{ account_id: other.id }])
  })

  test('204: once more changes nothing, and name and address are free', async () => {
    const { id, values } = await leaveTraces()
    await disable(id)
    await erase(id)
    const countRows = () =>
      stage.database.db.selectFrom('audit').select('id').where('scope_id', '=', id).execute()
    const before = (await countRows()).length
    expect((await erase(id)).status).toBe(204)
    expect((await countRows()).length).toBe(before)
    const [name, email] = values
    expect((await callAsOperator('POST', '/accounts', { name, email })).status).toBe(201)
  })

  test('an address that belongs to somebody else by now stays, with its invitations', async () => {
    const { db } = stage.database
    const { id, org, ada, values } = await leaveTraces()
    const [, , email = ''] = values
    expect(
      (await callAsOperator('POST', '/accounts', { name: unique('next'), email })).status,
    ).toBe(201)
    await call(ada.token, 'POST', `/v0.1/orgs/${org.name}/invitations`, { user_email: email })
    await disable(id)
    expect((await erase(id)).status).toBe(204)
    const invited = db.selectFrom('invitation').select('id').where('email_key', '=', email)
    expect(await invited.execute()).not.toEqual([])
    const rows = await db
      .selectFrom('audit')
      .select(['action', 'after'])
      .where('scope_id', '=', org.id)
      .where('action', '=', 'invitation.send')
      .execute()
    expect(rows.some(({ after }) => JSON.stringify(after).includes(email))).toBe(true)
    const own = await db.selectFrom('audit').select('after').where('scope_id', '=', id).execute()
    expect(JSON.stringify(own)).not.toContain(email)
  })

  test('pending invitations to each of its addresses are gone, also to former ones', async () => {
    const { id, org, ada, values } = await leaveTraces()
    const other = unique('other')
    await call(ada.token, 'POST', `/v0.1/orgs/${org.name}/invitations`, {
      user_email: `${other}@example.com`,
    })
    const listInvited = async () => {
      const { db } = stage.database
      const rows = db.selectFrom('invitation').select('email_key').where('owner_id', '=', org.id)
      return (await rows.execute()).map(({ email_key }) => email_key).sort()
    }
    const left = `${other}@example.com`
    const addresses = values.filter((value) => value.includes('@'))
    expect(await listInvited()).toEqual([...addresses, left].map((one) => one.toLowerCase()).sort())
    await disable(id)
    await erase(id)
    expect(await listInvited()).toEqual([left])
  })

  test('rows of a token of an app that the person created lose their address', async () => {
    const { db } = stage.database
    const [ada, eve] = [await insertPerson(db), await insertPerson(db)]
    const app = await insertApp(db, { ...ada, kind: 'user' }, { [eve.id]: 'manager' })
    const create = (by: string) => call(by, 'POST', `${app.path}/api_tokens`, NEW_TOKEN)
    const [ofAda, ofEve] = [(await create(ada.token)).body, (await create(eve.token)).body]
    for (const { api_token } of [ofAda, ofEve])
      expect((await call(api_token, 'PATCH', app.path, { description: unique('d') })).status).toBe(
        200,
      )
    await disable(eve.id)
    expect((await erase(eve.id)).status).toBe(204)
    const sourceOf = async (token: { id: string }) => {
      const rows = db.selectFrom('audit').select('source').where('token_id', '=', token.id)
      return (await rows.execute()).map(({ source }) => source)
    }
    expect(await sourceOf(ofEve)).toEqual([null])
    expect(await sourceOf(ofAda)).toEqual(['127.0.0.1'])
  })

  test('a use that is written after a token was revoked leaves no address', async () => {
    const { db } = stage.database
    const eve = await insertPerson(db)
    await call(eve.token, 'GET', '/v0.1/user')
    await disable(eve.id)
    await erase(eve.id)
    await stage.server.lastUsed.flush()
    const token = db.selectFrom('api_token').select('last_used_from').where('id', '=', eve.tokenId)
    expect(await token.executeTakeFirst()).toEqual({ last_used_from: null })
  })

  test('rows of others with the same words stay as they are', async () => {
    const { db } = stage.database
    const ada = await insertPerson(db)
    const eve = await insertPerson(db)
    await call(ada.token, 'POST', '/v0.1/orgs', { name: `of-${eve.name}`, display_name: eve.name })
    await disable(eve.id)
    await erase(eve.id)
    const { body } = await call(ada.token, 'GET', `/v0.1/orgs/of-${eve.name}`)
    expect(body.display_name).toBe(eve.name)
  })
})
