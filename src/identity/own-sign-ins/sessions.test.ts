import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { whileHolding } from '../../../test/support/database/locks.ts'
import {
  CLI,
  EVENTS,
  PORTAL,
  useSignedInStage,
} from '../../../test/support/server/signed-in-stage.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { recordLabel } from '../oauth/sealed-columns.ts'

const stage = useSignedInStage()
const { database, people, signIn, signInImplicit, own, byToken, statuses, renew } = stage

describe('GET /v0.1/user/sessions', () => {
  test('200: browsers and clients that stay signed in, which one this is, and where they were used', async () => {
    const laptop = await signIn()
    const cli = await signIn(CLI)
    const { body } = await own(laptop.bearer, 'GET', '/sessions')
    expect(body).toHaveLength(3)
    const used = { last_used_at: expect.any(String), last_used_from: '127.0.0.1' }
    const program = { ...used, browser: 'Node.js', started_at: expect.any(String) }
    expect(body).toContainEqual({
      ...program,
      id: laptop.id,
      kind: 'browser',
      clients: [{ id: 'portal', name: 'Binnacle portal' }],
      is_current: true,
    })
    expect(body).toContainEqual({
      ...program,
      id: cli.id,
      kind: 'client',
      clients: [{ id: 'cli', name: 'Binnacle command line' }],
      is_current: false,
    })
    // The browser in which the command line was allowed.
    expect(body).toContainEqual(
      expect.objectContaining({ kind: 'browser', clients: [], is_current: false }),
    )
    const fromCli = (await own(cli.bearer, 'GET', '/sessions')).body
    expect(fromCli.filter((one: { is_current: boolean }) => one.is_current)).toEqual([
      expect.objectContaining({ id: cli.id }),
    ])
  })

  test('200: a renewal counts as use, and nobody sees the sessions of somebody else', async () => {
    const cli = await signIn(CLI)
    const eve = await stage.insertSomebody('eve')
    const stranger = await signIn(PORTAL, eve.name)
    const earlier = new Date('2026-01-01')
    await sql`update oauth_record set last_used_at = ${earlier}, last_used_from = '192.0.2.1'
               where account_id = ${people.bob.id}`.execute(database.db)
    expect(await renew('cli', cli.refresh)).toBe(200)
    const { body } = await own(cli.bearer, 'GET', '/sessions')
    expect(body[0]).toMatchObject({ id: cli.id, last_used_from: '127.0.0.1' })
    expect(body[1]).toMatchObject({ last_used_from: '192.0.2.1' })
    const seen = (await own(stranger.bearer, 'GET', '/sessions')).body
    expect(seen.map(({ id }: { id: string }) => id)).toEqual([stranger.id])
  })

  test('200: at most 100, the last used first; the others end all the same', async () => {
    const laptop = await signIn()
    const expires_at = new Date(Date.now() + 3_600_000)
    const rows = Array.from({ length: 120 }, (_, n) => {
      const hash = randomBytes(32)
      const payload = JSON.stringify({ loginTs: 1, uid: `${n}`, authorizations: {} })
      const sealed = stage.seal.seal(payload, recordLabel('Session', hash))
      const last_used_at = new Date(Date.UTC(2026, 0, 1, 0, 0, n))
      const keys = { kind: 'Session', id_hash: hash, uid_hash: hash, account_id: people.bob.id }
      return { ...keys, sealed, expires_at, last_used_at }
    })
    await database.db.insertInto('oauth_record').values(rows).execute()
    const { body } = await own(laptop.bearer, 'GET', '/sessions')
    expect(body).toHaveLength(100)
    expect(body[0].id).toBe(laptop.id)
    expect(body[1].last_used_at).toBe('2026-01-01T00:01:59.000Z')
    await own(laptop.bearer, 'POST', '/sessions/end', { which: 'others' })
    expect((await own(laptop.bearer, 'GET', '/sessions')).body).toHaveLength(1)
  })

  test('403: an API token, whatever its access', async () => {
    for (const [method, path, body] of [
      ['GET', '/sign_in'],
      ['GET', '/sessions'],
      ['DELETE', `/sessions/${randomUUID()}`],
      ['POST', '/sessions/end', { which: 'all' }],
      ['GET', '/grants'],
      ['DELETE', '/grants/spa'],
    ] as const) {
      const answer = await byToken(method, path, body)
      expect(answer.status).toBe(403)
      expect(answer.body.message).toContain('An API token cannot be used for this operation.')
    }
  })
})

describe('DELETE /v0.1/user/sessions/{session_id}', () => {
  test('204: ends the access tokens of a browser on every node, and what could renew them', async () => {
    const [laptop, phone] = [await signIn(), await signIn()]
    expect((await own(laptop.bearer, 'DELETE', `/sessions/${phone.id}`)).status).toBe(204)
    expect(await statuses(phone.bearer)).toEqual([401, 401])
    expect(await renew('portal', phone.refresh)).toBe(400)
    expect(await statuses(laptop.bearer)).toEqual([200, 200])
    const silent = new URLSearchParams({ ...PORTAL, response_type: 'code', prompt: 'none' })
    const { url } = await phone.who.visit(
      `/oauth2/auth?${silent}&code_challenge=${'x'.repeat(43)}&code_challenge_method=S256`,
    )
    expect(url.searchParams.get('error')).toBe('login_required')
  })

  test('204: ends a command line, and no other', async () => {
    const [laptop, cli, other] = [await signIn(), await signIn(CLI), await signIn(CLI)]
    expect((await own(laptop.bearer, 'DELETE', `/sessions/${cli.id}`)).status).toBe(204)
    expect(await statuses(cli.bearer)).toEqual([401, 401])
    expect(await renew('cli', cli.refresh)).toBe(400)
    expect(await statuses(other.bearer)).toEqual([200, 200])
    expect(await renew('cli', other.refresh)).toBe(200)
    const [row] = await database.db
      .selectFrom('audit')
      .select(['target', 'after', 'source'])
      .where('scope_id', '=', people.bob.id)
      .where('action', '=', 'account.sign-out')
      .execute()
    expect(row).toMatchObject({ target: `session ${cli.id}`, after: { clients: ['cli'] } })
  })

  test('404: of somebody else, unknown, ended, or no id at all; and nothing ends', async () => {
    const eve = await stage.insertSomebody('eve')
    const [laptop, stranger] = [await signIn(), await signIn(PORTAL, eve.name)]
    const strangersCli = await signIn(CLI, eve.name)
    const ids = [stranger.id, strangersCli.id, randomUUID(), 'x', '%27', 'end']
    for (const id of ids) {
      expect((await own(laptop.bearer, 'DELETE', `/sessions/${id}`)).status).toBe(404)
    }
    expect(await statuses(stranger.bearer)).toEqual([200, 200])
    expect(await statuses(strangersCli.bearer)).toEqual([200, 200])
  })

  test('401: a session that ends while it ends another ends nothing', async () => {
    const [laptop, phone] = [await signIn(), await signIn()]
    const endLaptop = async (trx: Trx) => {
      await sql`select from account where id = ${people.bob.id} for update`.execute(trx)
      await sql`insert into ended_session (account_id, id, ended_at, expires_at)
                values (${people.bob.id}, ${laptop.id}, now(), now() + interval '1 hour')`.execute(
        trx,
      )
    }
    const [answer] = await whileHolding(database.db, endLaptop, [
      () => own(laptop.bearer, 'DELETE', `/sessions/${phone.id}`),
    ])
    expect(answer?.status).toBe(401)
    expect(await statuses(phone.bearer)).toEqual([200, 200])
  })
})

describe('POST /v0.1/user/sessions/end', () => {
  test('204: others: this browser, its clients and API tokens stay', async () => {
    const [laptop, phone, cli] = [await signIn(), await signIn(), await signIn(CLI)]
    const { bearer: elsewhere } = await signInImplicit()
    const { bearer: beside } = await signInImplicit(laptop.who)
    const answer = await own(laptop.bearer, 'POST', '/sessions/end', { which: 'others' })
    expect(answer.status).toBe(204)
    for (const { bearer } of [phone, cli]) expect(await statuses(bearer)).toEqual([401, 401])
    expect(await statuses(elsewhere, EVENTS)).toEqual([401, 401])
    expect(await statuses(beside, EVENTS)).not.toContain(401)
    expect(await renew('cli', cli.refresh)).toBe(400)
    expect(await statuses(laptop.bearer)).toEqual([200, 200])
    expect(await renew('portal', laptop.refresh)).toBe(200)
    expect((await byToken('GET', '')).status).toBe(200)
  })

  test('204: others, from a command line: it stays alone', async () => {
    const [laptop, cli] = [await signIn(), await signIn(CLI)]
    const answer = await own(cli.bearer, 'POST', '/sessions/end', { which: 'others' })
    expect(answer.status).toBe(204)
    expect(await statuses(laptop.bearer)).toEqual([401, 401])
    expect(await statuses(cli.bearer)).toEqual([200, 200])
    expect(await renew('cli', cli.refresh)).toBe(200)
  })

  test('204: all: nothing but API tokens stays', async () => {
    const [laptop, cli] = [await signIn(), await signIn(CLI)]
    const answer = await own(laptop.bearer, 'POST', '/sessions/end', { which: 'all' })
    expect(answer.status).toBe(204)
    for (const { bearer } of [laptop, cli]) expect(await statuses(bearer)).toEqual([401, 401])
    expect(await renew('cli', cli.refresh)).toBe(400)
    expect((await byToken('GET', '')).status).toBe(200)
  })

  test('400: which is missing or unknown', async () => {
    const { bearer } = await signIn()
    for (const body of [{}, { which: 'mine' }]) {
      expect((await own(bearer, 'POST', '/sessions/end', body)).status).toBe(400)
    }
  })
})
