/** How the documentation of a vendor describes its OpenID Connect provider. */
export type Vendor = Readonly<{
  /** Where its endpoints are, and what the issuer adds to it. */
  mount: string
  issuerPath: string
  routes: Readonly<{ authorization: string; token: string; jwks: string; userinfo: string }>
  /** In the ID token, or at the UserInfo endpoint alone. */
  hasFullIdTokens: boolean
  /** Whether its responses name the issuer (RFC 9207). */
  namesIssuer: boolean
  hasBackchannelLogout: boolean
  /** The claims that it sends only to who asks for these scopes. It sends all others with `openid`. */
  scopes: Readonly<Partial<Record<'profile' | 'email' | 'groups', readonly string[]>>>
  /** What it says of a person who is let in, besides `sub`. */
  claims: Readonly<Record<string, unknown>>
}>

export const PERSON = 'person-at-the-vendor'
const EMAIL = 'ada@example.com'
const TENANT = '/72f988bf-86f1-41af-91ab-2d7cd011db47'
const GROUP_ID = '5b1c8a3e-3f0e-4a55-9f1d-0c2d1c6f7a10'

export const VENDORS = {
  entra: {
    mount: TENANT,
    issuerPath: `${TENANT}/v2.0`,
    routes: {
      authorization: '/oauth2/v2.0/authorize',
      token: '/oauth2/v2.0/token',
      jwks: '/discovery/v2.0/keys',
      userinfo: '/oidc/userinfo',
    },
    hasFullIdTokens: true,
    namesIssuer: false,
    hasBackchannelLogout: false,
    // Groups come by the setting of the application, without a scope.
    scopes: { profile: ['oid', 'tid', 'name', 'preferred_username'], email: ['email'] },
    claims: {
      oid: '00000000-0000-0000-66f3-3332eca7ea81',
      tid: TENANT.slice(1),
      ver: '2.0',
      name: 'Ada',
      preferred_username: EMAIL,
      email: EMAIL,
      groups: [GROUP_ID],
    },
  },
  keycloak: {
    mount: '/realms/staff',
    issuerPath: '/realms/staff',
    routes: {
      authorization: '/protocol/openid-connect/auth',
      token: '/protocol/openid-connect/token',
      jwks: '/protocol/openid-connect/certs',
      userinfo: '/protocol/openid-connect/userinfo',
    },
    hasFullIdTokens: true,
    namesIssuer: true,
    hasBackchannelLogout: true,
    // A mapper of the client sends groups, without a scope.
    scopes: {
      profile: ['name', 'preferred_username', 'given_name'],
      email: ['email', 'email_verified'],
    },
    claims: {
      email: EMAIL,
      email_verified: true,
      name: 'Ada',
      preferred_username: 'ada',
      given_name: 'Ada',
      groups: ['/engineering', '/operations'],
    },
  },
  okta: {
    mount: '',
    issuerPath: '',
    routes: {
      authorization: '/oauth2/v1/authorize',
      token: '/oauth2/v1/token',
      jwks: '/oauth2/v1/keys',
      userinfo: '/oauth2/v1/userinfo',
    },
    hasFullIdTokens: false,
    namesIssuer: false,
    hasBackchannelLogout: false,
    scopes: {
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    claims: {
      email: EMAIL,
      email_verified: true,
      name: 'Ada',
      preferred_username: EMAIL,
      groups: ['engineering', 'everyone'],
    },
  },
  google: {
    mount: '',
    issuerPath: '',
    routes: {
      authorization: '/o/oauth2/v2/auth',
      token: '/token',
      jwks: '/oauth2/v3/certs',
      userinfo: '/v1/userinfo',
    },
    hasFullIdTokens: true,
    namesIssuer: false,
    hasBackchannelLogout: false,
    scopes: { profile: ['name'], email: ['email', 'email_verified'] },
    claims: { email: EMAIL, email_verified: true, hd: 'example.com', name: 'Ada' },
  },
} as const satisfies Readonly<Record<string, Vendor>>

export type VendorName = keyof typeof VENDORS
