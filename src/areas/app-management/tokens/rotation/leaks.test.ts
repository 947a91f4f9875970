import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { whileHolding } from '../../../../../test/support/database/locks.ts'
import { caller, NEW_TOKEN } from '../../../../../test/support/http/http.ts'
import { useInstallation } from '../../../../../test/support/server/installation.ts'
import { insertPerson, type Person } from '../../../../../test/support/world/world.ts'
import { deleteRevokedTokens } from '../store.ts'

const { database, server } = useInstallation({ RATE_LIMITS: 'false' })
const call = caller(server)
const own = '/v0.1/api_tokens'

let ada: Person
beforeEach(async () => {
  ada = await insertPerson(database.db)
})

type Token = Readonly<{ id: string; api_token: string }>
const create = async (): Promise<Token> => (await call(ada.token, 'POST', own, NEW_TOKEN)).body
const rotate = (token: string, id: string) => call(token, 'POST', `${own}/${id}/rotate`, {})
const statusOf = async (value: string) => (await call(value, 'GET', '/v0.1/apps')).status
const statusesOf = (...values: string[]) => Promise.all(values.map(statusOf))

describe('after a leak', () => {
  test('descendants=true also ends what the leaked token rotated', async () => {
    const leaked = await create()
    const victim = await create()
    const { body } = await rotate(leaked.api_token, victim.id)
    await call(ada.token, 'DELETE', `${own}/${leaked.id}?descendants=true`)
    expect(await statusesOf(victim.api_token, body.api_token)).toEqual([401, 401])
  })

  test('two tokens that rotated each other are revoked, and deleted', async () => {
    const [one, other] = [await create(), await create()]
    const { body } = await rotate(one.api_token, other.id)
    expect((await rotate(body.api_token, one.id)).status).toBe(201)
    await call(ada.token, 'DELETE', `${own}/${one.id}?descendants=true`)
    expect(await statusesOf(one.api_token, other.api_token)).toEqual([401, 401])
  })

  test('descendants=true also ends what it rotated, if that has rotated itself since', async () => {
    const [leaked, victim] = [await create(), await create()]
    const second = (await rotate(leaked.api_token, victim.id)).body
    const third = (await rotate(second.api_token, 'current')).body
    const fourth = (await rotate(ada.token, ada.tokenId)).body
    expect([third.id, fourth.id]).toEqual([victim.id, ada.tokenId])
    await call(ada.token, 'DELETE', `${own}/${leaked.id}?descendants=true`)
    expect(await statusesOf(second.api_token, third.api_token, fourth.api_token)).toEqual([
      401, 401, 200,
    ])
  })

  test('a revoked token is deleted once what it rotated is due as well', async () => {
    const { db } = database
    const [one, other] = [await create(), await create()]
    const { body } = await rotate(one.api_token, other.id)
    await rotate(body.api_token, one.id)
    const revoke = ({ id }: Token) => call(ada.token, 'DELETE', `${own}/${id}`)
    const sweep = async () => {
      await deleteRevokedTokens(db, new Date(Date.now() + 60_000), 100)
      const rows = await db
        .selectFrom('api_token')
        .select('id')
        .where('id', 'in', [one.id, other.id])
        .execute()
      return rows.length
    }
    await revoke(one)
    expect(await sweep()).toBe(2)
    await revoke(other)
    expect(await sweep()).toBe(0)
  })

  test('a value that ends while its request waits grants nothing', async () => {
    const { id, api_token } = await create()
    const lock = sql`select from api_token where id = ${id} for update`
    const end = sql`update api_token set hash = sha256(${randomUUID()}::bytea) where id = ${id}`
    const hold = async (trx: Parameters<typeof lock.execute>[0]) => {
      await lock.execute(trx)
      await end.execute(trx)
    }
    const [answer] = await whileHolding(database.db, hold, [
      () => call(api_token, 'POST', own, NEW_TOKEN),
    ])
    expect(answer?.status).toBe(401)
  })

  test('a value that was rotated while its request waits, and stays good, is let through', async () => {
    const { id, api_token } = await create()
    const hold = async (trx: Parameters<ReturnType<typeof sql>['execute']>[0]) => {
      await sql`select from api_token where id = ${id} for update`.execute(trx)
      await sql`insert into previous_token_value (home_id, hash, token_id, good_until)
                select home_id, hash, id, now() + interval '1 hour' from api_token where id = ${id}`.execute(
        trx,
      )
      await sql`update api_token set hash = sha256(${randomUUID()}::bytea) where id = ${id}`.execute(
        trx,
      )
    }
    const [answer] = await whileHolding(database.db, hold, [
      () => call(api_token, 'POST', own, NEW_TOKEN),
    ])
    expect(answer?.status).toBe(201)
  })
})
