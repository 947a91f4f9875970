import { timingSafeEqual } from 'node:crypto'
import Provider, {
  type Configuration,
  errors,
  type FindAccount,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Seal } from '../../platform/seal.ts'
import { digestOf } from '../../platform/secrets.ts'
import type { makeAdapter } from './adapter.ts'
import { ACCOUNT_CLIENTS, PORTAL } from './clients.ts'
import { deviceFlow, keepCodeOfAddress } from './device.ts'
import { SIGNING_ALGORITHM, type SigningKey } from './keys.ts'
import {
  checkAuthorization,
  PLAIN_TOKEN,
  refuseUnknownScopes,
  servePlainToken,
} from './plain-token.ts'
import { SCOPES } from './rules.ts'

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S

export type ProviderDeps = Readonly<{
  config: Config
  seal: Seal
  clock: Clock
  keys: readonly SigningKey[]
  adapter: ReturnType<typeof makeAdapter>
  findAccount: FindAccount
  renderError: (ctx: KoaContextWithOIDC, error: Error) => void
}>

export const issuerOf = ({ publicUrl }: Config) => `${publicUrl}/oauth2`
export const audiencesOf = ({ baseUrl, managementUrl }: Config) => ({
  account: `${baseUrl}/v0.1`,
  management: managementUrl,
})

/** A certified library speaks the protocol; what is said here is what is ours. */
export function buildProvider(deps: ProviderDeps): Provider {
  const { config, seal } = deps
  const provider = new Provider(issuerOf(config), {
    ...behaviour(config, deps.clock),
    adapter: deps.adapter,
    jwks: { keys: deps.keys.map(({ privateJwk }) => privateJwk as never) },
    // The same on every node and stored nowhere.
    cookies: { keys: [seal.derive('binnacle cookies').toString('hex')] },
    findAccount: deps.findAccount,
    renderError: (ctx, _out, error) => deps.renderError(ctx, error),
  })
  compareSecretsByHash(provider)
  if (config.publicUrl.startsWith('http://')) allowImplicitWithoutTls(provider)
  provider.use(servePlainToken as never)
  provider.use(keepCodeOfAddress as never)
  provider.use(sayWhenToTryAgain as never)
  // `routes.ts` has put there what the settings say, and nothing a caller sent.
  provider.proxy = true
  return provider
}

function behaviour(config: Config, clock: Clock): Configuration {
  return {
    responseTypes: config.implicitFlow ? ['code', 'id_token token'] : ['code'],
    scopes: ['openid', 'offline_access'],
    extraParams: { [PLAIN_TOKEN]: checkAuthorization },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    interactions: { url: (_ctx, { uid }) => `/oauth2/interaction/${uid}`, policy: policy() },
    pkce: { required: () => true },
    rotateRefreshToken: () => true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    loadExistingGrant,
    extraTokenClaims: async (ctx, token) => {
      if (token.kind === 'ClientCredentials') checkServiceScopes(ctx)
      // `iat` knows seconds only, and signing out everywhere must tell before from after.
      return {
        idtyp: token.kind === 'ClientCredentials' ? 'app' : 'user',
        iat_ms: clock().getTime(),
      }
    },
    ttl: {
      AccessToken: HOUR_S,
      ClientCredentials: HOUR_S,
      AuthorizationCode: 60,
      DeviceCode: 600,
      IdToken: HOUR_S,
      Interaction: HOUR_S / 4,
      Session: DAY_S,
      Grant: 14 * DAY_S,
      RefreshToken: 14 * DAY_S,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      clientCredentials: { enabled: true },
      deviceFlow,
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: resources(config),
    },
  }
}

const GONE = 'the account of this session cannot sign in'

/** A session outlives its account being disabled; then somebody has to sign in anew. */
function policy() {
  const prompts = interactionPolicy.base()
  const { Check } = interactionPolicy
  const isGone = (ctx: KoaContextWithOIDC) =>
    ctx.oidc.session?.accountId && !ctx.oidc.account
      ? Check.REQUEST_PROMPT
      : Check.NO_NEED_TO_PROMPT
  prompts.get('login')?.checks.add(new Check('account_gone', GONE, 'login_required', isGone))
  return prompts
}

/** One audience for areas B and C, another for area A and operators; a token has one of them. */
function resources(config: Config) {
  const audiences = audiencesOf(config)
  const server = (audience: string, scope: string) => ({
    audience,
    scope,
    accessTokenTTL: HOUR_S,
    accessTokenFormat: 'jwt' as const,
    jwt: { sign: { alg: SIGNING_ALGORITHM } as const },
  })
  return {
    enabled: true,
    useGrantedResource: async () => true,
    /** Also when several were granted and a token is asked for without saying for which. */
    defaultResource: async (_ctx: unknown, client?: { clientId: string }) =>
      client && ACCOUNT_CLIENTS.has(client.clientId) ? audiences.account : audiences.management,
    getResourceServerInfo: async (
      _ctx: unknown,
      resource: string,
      client: { clientId: string },
    ) => {
      if (resource === audiences.management) return server(resource, SCOPES.management)
      if (resource === audiences.account && ACCOUNT_CLIENTS.has(client.clientId)) {
        return server(resource, SCOPES.account)
      }
      throw new errors.InvalidTarget()
    },
  }
}

function checkServiceScopes(ctx: KoaContextWithOIDC): void {
  const asked = String(ctx.oidc.params?.scope ?? '')
    .split(' ')
    .filter(Boolean)
  refuseUnknownScopes(asked, [SCOPES.management])
}

/** The portal is part of Binnacle and needs no consent; everybody else is asked about, once. */
async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const { client, session, result, provider } = ctx.oidc
  if (!client || !session) return undefined
  const { clientId } = client
  const grantId = result?.consent?.grantId ?? session.grantIdFor(clientId)
  // Revoking a refresh token ends its grant, while the session still names it.
  const grant = grantId ? await provider.Grant.find(grantId) : undefined
  if (clientId !== PORTAL || !session.accountId) return grant
  const own = grant ?? new provider.Grant({ clientId, accountId: session.accountId })
  const asked = Object.entries(ctx.oidc.resourceServers ?? {})
  const isCovered = asked.every(
    ([resource, { scope = '' }]) => own.getResourceScope(resource) === scope,
  )
  if (grant && isCovered) return grant
  own.addOIDCScope('openid offline_access')
  for (const [resource, { scope = '' }] of asked) own.addResourceScope(resource, scope)
  await own.save()
  return own
}

async function sayWhenToTryAgain(ctx: KoaContextWithOIDC, next: () => Promise<void>) {
  await next()
  if (ctx.status === 503) ctx.set('retry-after', '2')
}

/** What is stored as a client's secret is the SHA-256 of it. */
function compareSecretsByHash(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as {
    clientSecret: string
    compareClientSecret: (this: { clientSecret: string }, presented: string) => boolean
  }
  prototype.compareClientSecret = function (presented) {
    return timingSafeEqual(digestOf(presented), Buffer.from(this.clientSecret, 'hex'))
  }
}

/** On a laptop there is no TLS: the library would refuse every implicit client of an http origin. */
function allowImplicitWithoutTls(provider: Provider): void {
  const { prototype } = (
    provider.Client as unknown as {
      Schema: { prototype: { invalidate: (message: string, code?: string) => void } }
    }
  ).Schema
  const { invalidate } = prototype
  prototype.invalidate = function (message, code) {
    if (code === 'implicit-force-https' || code === 'implicit-forbid-localhost') return
    invalidate.call(this, message, code)
  }
}
