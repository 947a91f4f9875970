import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { makeVisitor, type Visited } from '../../../test/support/http/visitor.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'
import { hashPassword } from '../sign-in/passwords.ts'

const ORIGIN = 'http://binnacle.example'
const PASSWORD = 'correct horse battery'
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const database = useDatabase()
const seal = openSeal(Buffer.alloc(32, 1))
const setting = { databaseUrl: database.url, seal, env: { PUBLIC_URL: ORIGIN } }
const [one, two] = [useServer(setting), useServer(setting)]

beforeAll(async () => {
  const ada = await insertPerson(database.db, 'ada')
  await database.db
    .insertInto('account_password')
    .values({ account_id: ada.id, ...(await hashPassword(PASSWORD)), updated_at: new Date() })
    .execute()
})

async function post(path: string, fields: [string, string][]) {
  const response = await fetch(`${one.url}/oauth2/${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const RESOURCES: [string, string][] = [
  ['resource', `${ORIGIN}/v0.1`],
  ['resource', ORIGIN],
]
const begin = async (client = 'cli', scope = 'openid offline_access account user_impersonation') =>
  post('device/auth', [['client_id', client], ['scope', scope], ...RESOURCES])
const redeem = (device_code = '') =>
  post('token', [
    ['grant_type', GRANT],
    ['client_id', 'cli'],
    ['device_code', device_code],
  ])

const visitor = () => makeVisitor(ORIGIN, [one.url, two.url])
type Visitor = ReturnType<typeof visitor>

const secretOf = ({ text }: Visited) => /name="xsrf" value="([^"]*)"/.exec(text)?.[1] ?? ''

/** Through the code, the question whether it is one's own, the password and the consent. */
async function connect(who: Visitor, code: string, more = ['manage quota']): Promise<Visited> {
  const asked = await who.visit(`/oauth2/device?user_code=${code}`)
  expect(asked.text).toContain(`value="${code}"`)
  const confirm = await who.submit(asked, 'device', { xsrf: secretOf(asked), user_code: code })
  expect(confirm.text).toContain('Did you start this sign-in?')
  const login = await who.submit(confirm, 'device', {
    xsrf: secretOf(confirm),
    user_code: code,
    confirm: 'yes',
  })
  const consent = await who.submit(login, 'sign-in', { login: 'ada', password: PASSWORD })
  expect(consent.text).toContain('Manage your apps')
  for (const right of more) expect(consent.text).toContain(right)
  return who.submit(consent, 'allow')
}

describe('signing in a command line', () => {
  test('one code, two audiences, on any node', async () => {
    const { status, body } = await begin()
    expect(status).toBe(200)
    expect(body.verification_uri).toBe(`${ORIGIN}/oauth2/device`)
    expect(body.user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/)
    expect((await redeem(body.device_code)).body.error).toBe('authorization_pending')
    const done = await connect(visitor(), body.user_code ?? '')
    expect(done.text).toContain('Signed in')
    const tokens = await redeem(body.device_code)
    expect(tokens.status).toBe(200)
    expect(decodeJwt(tokens.body.access_token ?? '')).toMatchObject({
      aud: `${ORIGIN}/v0.1`,
      scope: 'account',
    })
    const other = await post('token', [
      ['grant_type', 'refresh_token'],
      ['client_id', 'cli'],
      ['refresh_token', tokens.body.refresh_token ?? ''],
      ['resource', ORIGIN],
    ])
    expect(decodeJwt(other.body.access_token ?? '')).toMatchObject({
      aud: ORIGIN,
      scope: 'user_impersonation',
    })
    expect((await redeem(body.device_code)).body.error).toBe('invalid_grant')
  })

  test('the requests of the guide for operators give a token for the operator API', async () => {
    await database.db.updateTable('account').set({ is_operator: true }).execute()
    const { body } = await post('device/auth', [
      ['client_id', 'cli'],
      ['scope', 'openid account'],
      ['resource', `${ORIGIN}/v0.1`],
    ])
    expect(body.verification_uri_complete).toContain(body.user_code)
    await connect(visitor(), body.user_code ?? '', [])
    const tokens = await redeem(body.device_code)
    const response = await fetch(`${two.url}/operator/v1/accounts`, {
      headers: { Authorization: `Bearer ${tokens.body.access_token}` },
    })
    expect(response.status).toBe(200)
  })

  test('whoever says it is not theirs ends it', async () => {
    const { body } = await begin()
    const who = visitor()
    const asked = await who.visit(`/oauth2/device?user_code=${body.user_code}`)
    const fields = { xsrf: secretOf(asked), user_code: body.user_code ?? '' }
    const confirm = await who.submit(asked, 'device', fields)
    const ended = await who.submit(confirm, 'device', { ...fields, abort: 'yes' })
    expect(ended.text).toContain('You are not signed in')
    expect((await redeem(body.device_code)).body.error).toBe('access_denied')
  })

  test('a wrong code says so, runs no script and keeps what was typed', async () => {
    const who = visitor()
    const asked = await who.visit('/oauth2/device')
    const wrong = await who.submit(asked, 'device', {
      xsrf: secretOf(asked),
      user_code: '"><script>x</script>',
    })
    expect(wrong.text).toContain('The code is not correct')
    expect(wrong.text).not.toContain('<script')
    expect(wrong.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('a form from elsewhere, without the secret of the page, does nothing', async () => {
    const { body } = await begin()
    const who = visitor()
    const asked = await who.visit('/oauth2/device')
    const forged = await who.submit(asked, 'device', {
      user_code: body.user_code ?? '',
      confirm: 'yes',
    })
    expect(forged.status).toBe(400)
    expect((await redeem(body.device_code)).body.error).toBe('authorization_pending')
  })

  test('only the command line has it, and only for scopes there are', async () => {
    expect((await begin('portal')).body.error).toBe('invalid_request')
    expect((await begin('cli', 'openid everything')).body.error).toBe('invalid_scope')
  })
})
