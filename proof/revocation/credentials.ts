import type { Seal } from '../../src/platform/crypto/seal.ts'
import type { Db } from '../../src/platform/db/connect.ts'
import { type Answer, caller, NEW_TOKEN } from '../../test/support/http/http.ts'
import { forgeBearer } from '../../test/support/http/signed-in.ts'
import { atOrigin, ORIGIN, openHealth } from '../../test/support/server/health-calls.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../test/support/world/world.ts'

/** Something that lets a caller in, and the request to the API that ends it. */
export type Credential = {
  kind: Kind
  path: string
  headers: Record<string, string>
  revoke: () => Promise<Answer>
  /** The revocation has been sent; from here on either answer is right. */
  isDoomed: boolean
  /** It has been answered; from here on only a refusal is. */
  isRevoked: boolean
  tries: number[]
}

export const KINDS = [
  'user token',
  'app token',
  'org token',
  'descendant',
  'token of a disabled account',
  'bearer of a disabled account',
  'bearer after sign-out',
] as const
export type Kind = (typeof KINDS)[number]

type Made = Pick<Credential, 'path' | 'headers' | 'revoke'>
const PER_ACCOUNT = 300
const HOUR_S = 3600

/** Each kind as often as the next. */
export async function makeCredentials(
  { db, seal, url }: Readonly<{ db: Db; seal: Seal; url: string }>,
  count: number,
): Promise<Credential[]> {
  const health = openHealth(atOrigin({ url: () => url, db: () => db, seal }))
  await health.addOperator()
  const makers = openMakers(db, seal, url, health.callAsOperator)
  const credentials: Credential[] = []
  let owner = await makeOwner(db)
  for (let n = 0; n < count; n++) {
    // An account may have so many tokens.
    if (n % PER_ACCOUNT === 0) owner = await makeOwner(db)
    const kind = KINDS[n % KINDS.length] as Kind
    const made = await makers[kind](owner)
    credentials.push({ ...made, kind, isDoomed: false, isRevoked: false, tries: [] })
  }
  return credentials
}

type Owner = Awaited<ReturnType<typeof makeOwner>>

async function makeOwner(db: Db) {
  const person = await insertPerson(db)
  const org = await insertOrganization(db, { [person.id]: 'admin' })
  const app = await insertApp(db, org, { [person.id]: 'manager' })
  return { person, orgPath: `/v0.1/orgs/${org.name}`, appPath: app.path }
}

type CallAsOperator = ReturnType<typeof openHealth>['callAsOperator']

function openMakers(
  db: Db,
  seal: Seal,
  url: string,
  callAsOperator: CallAsOperator,
): Record<Kind, (owner: Owner) => Promise<Made>> {
  const call = caller({ url })
  const asToken = (path: string, value: string) => ({ path, headers: { 'X-API-Token': value } })

  /** Made and revoked by the same person, with another token. */
  async function makeToken({ token }: Person, tokensPath: string, path: string): Promise<Made> {
    const { status, body } = await call(token, 'POST', tokensPath, NEW_TOKEN)
    if (status !== 201) throw new Error(`no token: ${status} ${JSON.stringify(body)}`)
    const revoke = () => call(token, 'DELETE', `${tokensPath}/${body.id}`)
    return { ...asToken(path, body.api_token), revoke }
  }
  const disable = (id: string) => () =>
    callAsOperator('PATCH', `/accounts/${id}`, { disabled: true })
  async function makeBearer(id: string) {
    const claims = { sub: id, client_id: 'portal', aud: `${ORIGIN}/v0.1`, scope: 'account' }
    const exp = Math.floor(Date.now() / 1000) + HOUR_S
    const bearer = await forgeBearer(db, seal, ORIGIN, { ...claims, exp })
    return { path: '/v0.1/user', headers: { Authorization: `Bearer ${bearer}` } }
  }

  return {
    'user token': ({ person }) => makeToken(person, '/v0.1/api_tokens', '/v0.1/user'),
    'app token': ({ person, appPath }) => makeToken(person, `${appPath}/api_tokens`, appPath),
    'org token': ({ person, orgPath }) => makeToken(person, `${orgPath}/api_tokens`, orgPath),
    async descendant({ person }) {
      const path = '/v0.1/api_tokens'
      const parent = (await call(person.token, 'POST', path, NEW_TOKEN)).body
      const { api_token: value } = (await call(parent.api_token, 'POST', path, NEW_TOKEN)).body
      const revoke = () => call(person.token, 'DELETE', `${path}/${parent.id}?descendants=true`)
      return { ...asToken('/v0.1/user', value), revoke }
    },
    async 'token of a disabled account'() {
      const { id, token } = await insertPerson(db)
      return { ...asToken('/v0.1/user', token), revoke: disable(id) }
    },
    async 'bearer of a disabled account'() {
      const { id } = await insertPerson(db)
      return { ...(await makeBearer(id)), revoke: disable(id) }
    },
    async 'bearer after sign-out'() {
      const { id } = await insertPerson(db)
      const revoke = () => callAsOperator('POST', `/accounts/${id}/sign-out`)
      return { ...(await makeBearer(id)), revoke }
    },
  }
}
