import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSignInIssuer } from '../../../test/support/http/sign-in-issuer.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import { systemRealTime } from '../../platform/time.ts'
import type { IssuerSignIn } from '../trusted-issuers.ts'
import { openIssuerClient } from './client.ts'

const VENDOR = 'https://login.microsoftonline.com'
const OWN = `${VENDOR}/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0`
const OTHER_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'
const ANY = `${VENDOR}/{tenantid}/v2.0`
const ADA = { sub: 'ada-1', email: 'ada@crew.example', email_verified: true }

const issuer = await openSignInIssuer()
afterAll(() => issuer.close())
beforeEach(() => {
  issuer.misbehave({})
  issuer.signInAs(ADA)
})

const clientOf = (address: string, more: Partial<IssuerSignIn> = {}) =>
  openIssuerClient(
    { issuer: address, signIn: { id: 'example', name: 'Example', clientId: 'binnacle', ...more } },
    `${ORIGIN}/oauth2/issuer/example/callback`,
    systemRealTime,
  )

/** All the way: to the issuer, and back with its code. */
async function signInWith(client: ReturnType<typeof clientOf>) {
  const { url, expected } = await client.begin(false)
  const back = await fetch(url, { redirect: 'manual' })
  return client.finish(new URL(back.headers.get('location') ?? '').search.slice(1), expected, true)
}

describe('an issuer of many tenants, which the library lets name any of them', () => {
  afterEach(() => void vi.unstubAllGlobals())

  /** What is sent to the vendor arrives at the issuer of the test, which calls itself `named`. */
  function standIn(address: string, named: string, tid: string) {
    const { fetch: send } = globalThis
    const [prefix, home] = [new URL(address).href, new URL(issuer.url).origin]
    vi.stubGlobal('fetch', (input: URL | string, init?: RequestInit) =>
      send(String(input).replace(prefix, home), init),
    )
    issuer.misbehave({
      discovery: (document) => ({
        ...JSON.parse(JSON.stringify(document).replaceAll(home, prefix)),
        issuer: named,
        authorization_response_iss_parameter_supported: false,
      }),
      claims: (claims) => ({ ...claims, tid, iss: `${VENDOR}/${tid}/v2.0` }),
      back: (url) => {
        url.searchParams.delete('iss')
        return url
      },
    })
    return clientOf(address)
  }
  const tenantOf = (address: string) => new URL(address).pathname.split('/')[1] ?? ''

  test('the tenant of the setting signs people in', async () => {
    const client = standIn(OWN, OWN, tenantOf(OWN))
    expect(await signInWith(client)).toMatchObject({ sub: ADA.sub, iss: OWN })
  })

  test('another tenant does not', async () => {
    await expect(signInWith(standIn(OWN, OWN, OTHER_TENANT))).rejects.toThrow()
  })

  test.each([`${VENDOR}/organizations/v2.0`, OWN])(
    'a discovery document that names any tenant is refused, for %s',
    async (address) => {
      const client = standIn(address, ANY, tenantOf(OWN))
      await expect(client.begin(false)).rejects.toThrow(`names ${ANY}`)
    },
  )

  test('a setting that names any tenant signs in nobody', async () => {
    await expect(signInWith(standIn(ANY, ANY, OTHER_TENANT))).rejects.toThrow()
  })
})

describe('UserInfo, which nobody signed', () => {
  const withoutEmail = { email: undefined, email_verified: undefined }

  test('completes the ID token, with an address and whether it is verified', async () => {
    issuer.misbehave({ claims: (claims) => ({ ...claims, ...withoutEmail }), userInfo: ADA })
    expect(await signInWith(clientOf(issuer.url))).toMatchObject(ADA)
  })

  test('never says how or when somebody signed in', async () => {
    const userInfo = { ...ADA, amr: ['mfa'], acr: 'two', auth_time: Math.floor(Date.now() / 1000) }
    issuer.misbehave({ claims: (claims) => ({ ...claims, ...withoutEmail }), userInfo })
    const accepted = { secondFactorAmr: ['mfa'], secondFactorAcr: ['two'] }
    const claims = await signInWith(clientOf(issuer.url, accepted))
    expect(claims.email).toBe(ADA.email)
    expect([claims.amr, claims.acr, claims.auth_time]).toEqual([undefined, undefined, undefined])
  })

  test.each([undefined, false])(
    'does not verify the address of the ID token (email_verified there: %s)',
    async (email_verified) => {
      const userInfo = { ...ADA, email: 'else@crew.example', groups: ['binnacle'] }
      issuer.misbehave({ claims: (claims) => ({ ...claims, email_verified }), userInfo })
      const requiredClaim = { name: 'groups', value: 'binnacle' }
      const claims = await signInWith(clientOf(issuer.url, { requiredClaim }))
      expect(claims).toMatchObject({ email: ADA.email, groups: ['binnacle'] })
      expect(claims.email_verified).toBe(email_verified)
    },
  )
})
