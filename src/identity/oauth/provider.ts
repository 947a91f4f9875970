import { timingSafeEqual } from 'node:crypto'
import Provider, {
  type Configuration,
  errors,
  type FindAccount,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { digestOf } from '../../platform/crypto/digest.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { RealClock } from '../../platform/time.ts'
import type { RefusedAttempts } from '../refused-attempts.ts'
import type { IdentityConfig } from '../settings.ts'
import { isRefusedForNow } from './account-limit.ts'
import type { makeAdapter } from './adapter.ts'
import { ACCOUNT_CLIENTS, hashesIn } from './clients.ts'
import { deviceFlow, keepCodeOfAddress, noteRefusedDeviceCodes } from './device.ts'
import { loadExistingGrant } from './grants.ts'
import { SIGNING_ALGORITHM, type SigningKey } from './keys.ts'
import {
  checkAuthorization,
  PLAIN_TOKEN,
  refuseUnknownScopes,
  servePlainToken,
} from './plain-token.ts'
import { ACCESS_TOKEN_LIFETIME_S, lifetimeOf, SCOPES, scopesIn } from './rules.ts'
import {
  isOfSession,
  nameSession,
  recordGiven,
  type SecondFactorRecords,
} from './sessions/names.ts'

const FORM_POST = 'form_post'
const HOUR_S = 3600
const DAY_S = 24 * HOUR_S
const ANONYMOUS_SESSION_S = 600

export type ProviderDeps = Readonly<{
  config: IdentityConfig
  seal: Seal
  realTime: RealClock
  keys: readonly SigningKey[]
  adapter: ReturnType<typeof makeAdapter>
  findAccount: FindAccount
  renderError: (ctx: KoaContextWithOIDC, error: Error) => void
  refused: RefusedAttempts
  recordSignOut: RecordSignOut
  onProof: (ctx: KoaContextWithOIDC) => void
  secondFactors: SecondFactorRecords
}>

export type SignedOut = Readonly<{ accountId: string; clientId: string; address: string }>
export type RecordSignOut = (signedOut: SignedOut) => Promise<void>

export const issuerOf = ({ publicUrl }: Pick<IdentityConfig, 'publicUrl'>) => `${publicUrl}/oauth2`
export const audiencesOf = ({
  baseUrl,
  managementUrl,
}: Pick<IdentityConfig, 'baseUrl' | 'managementUrl'>) => ({
  account: `${baseUrl}/v0.1`,
  management: managementUrl,
})

/** A certified library speaks the protocol; what is said here is what is ours. */
export function buildProvider(deps: ProviderDeps): Provider {
  const { config, seal } = deps
  const provider = new WithoutForms(issuerOf(config), {
    ...behaviour(deps),
    adapter: deps.adapter,
    jwks: { keys: deps.keys.map(({ privateJwk }) => privateJwk as never) },
    // The same on every node and stored nowhere.
    cookies: { keys: seal.deriveKeys('binnacle cookies').map((key) => key.toString('hex')) },
    findAccount: deps.findAccount,
    renderError: (ctx, _out, error) => deps.renderError(ctx, error),
  })
  compareSecretsByHash(provider)
  noteRefusedDeviceCodes(provider, deps.refused)
  allowImplicitOnLocalhost(provider, config)
  provider.use(servePlainToken as never)
  provider.use(keepCodeOfAddress as never)
  provider.use(sayWhenToTryAgain as never)
  provider.use(announceWhatIsServed as never)
  provider.use((async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    if (hasProof(ctx)) deps.onProof(ctx)
    await recordGiven(ctx, deps.secondFactors)
  }) as never)
  // `routes.ts` has put there what the settings say, and nothing a caller sent.
  provider.proxy = true
  return provider
}

function behaviour(deps: ProviderDeps): Configuration {
  const { config, realTime, refused, recordSignOut } = deps
  const within = (signedIn: Parameters<typeof lifetimeOf>[0], usual: number) =>
    lifetimeOf(signedIn, usual, config.issuerSessionMs, Math.floor(realTime().getTime() / 1000))
  return {
    responseTypes: ['code', 'id_token token'],
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
    expiresWithSession: async (_ctx, source) => isOfSession(source),
    extraTokenClaims: async (ctx, token) => {
      if (token.kind === 'ClientCredentials') checkServiceScopes(ctx)
      // `iat` knows seconds only, and signing out everywhere must tell before from after.
      return {
        idtyp: token.kind === 'ClientCredentials' ? 'app' : 'user',
        iat_ms: realTime().getTime(),
        ...(token.kind === 'AccessToken' && (await nameSession(ctx, token, deps.secondFactors))),
      }
    },
    ttl: {
      AccessToken: ACCESS_TOKEN_LIFETIME_S,
      ClientCredentials: ACCESS_TOKEN_LIFETIME_S,
      AuthorizationCode: 60,
      DeviceCode: 600,
      IdToken: HOUR_S,
      Interaction: HOUR_S / 4,
      // What a stranger's visit leaves behind is gone soon.
      Session: (_ctx, { accountId, amr, loginTs }) =>
        accountId ? within({ amr, sinceS: loginTs }, DAY_S) : ANONYMOUS_SESSION_S,
      Grant: 14 * DAY_S,
      RefreshToken: (_ctx, { amr, authTime }) => within({ amr, sinceS: authTime }, 14 * DAY_S),
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      // Nobody published needs them, and each is one more way in.
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      clientCredentials: { enabled: true },
      deviceFlow: deviceFlow(refused),
      revocation: {
        enabled: true,
        // Asked just before the token is revoked: what cannot be recorded is not done.
        allowedPolicy: async ({ ip: address }, { clientId }, token) => {
          if (token.clientId !== clientId) return false
          if (token.kind !== 'RefreshToken') return true
          await recordSignOut({ accountId: token.accountId, clientId, address })
          return true
        },
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
function resources(config: IdentityConfig) {
  const audiences = audiencesOf(config)
  const server = (audience: string, scope: string) => ({
    audience,
    scope,
    accessTokenTTL: ACCESS_TOKEN_LIFETIME_S,
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
  refuseUnknownScopes(scopesIn(ctx.oidc.params?.scope), [SCOPES.management])
}

async function sayWhenToTryAgain(ctx: KoaContextWithOIDC, next: () => Promise<void>) {
  await next()
  if (ctx.status === 503) ctx.set('retry-after', '2')
}

/** Requests whose client has shown its secret, whatever became of them. */
const withSecret = new WeakSet<object>()

/** A session of an account, or a secret, code or refresh token that was good. The id of a client proves nothing. */
function hasProof(ctx: KoaContextWithOIDC): boolean {
  if (withSecret.has(ctx)) return true
  if (!ctx.oidc || ctx.status >= 400 || isRefusedForNow(ctx)) return false
  return ctx.oidc.session?.accountId !== undefined || ctx.oidc.route === 'token'
}

/** The library's page for `form_post` runs a script. A mode it never learns of cannot be reached (DI31). */
class WithoutForms extends Provider {
  override registerResponseMode(...mode: Parameters<Provider['registerResponseMode']>): void {
    if (mode[0] !== FORM_POST) super.registerResponseMode(...mode)
  }
}

/** The library knows neither that forms are refused nor that `token` alone is served (`plain-token.ts`). */
async function announceWhatIsServed(ctx: KoaContextWithOIDC, next: () => Promise<void>) {
  await next()
  if (ctx.oidc?.route !== 'discovery') return
  const body = ctx.body as Record<`response_${'modes' | 'types'}_supported`, string[]>
  body.response_modes_supported = body.response_modes_supported.filter((each) => each !== FORM_POST)
  const hasImplicit = body.response_types_supported.some((each) => each !== 'code')
  if (hasImplicit) body.response_types_supported = [...body.response_types_supported, 'token']
}

/** What is stored as a client's secret is the SHA-256 of it. */
function compareSecretsByHash(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as {
    clientSecret: string
    compareClientSecret: (this: { clientSecret: string }, presented: string) => boolean
  }
  prototype.compareClientSecret = function (presented) {
    const digest = digestOf(presented)
    const isRight = hashesIn(this.clientSecret).some((hash) => timingSafeEqual(digest, hash))
    if (isRight && Provider.ctx) withSecret.add(Provider.ctx)
    return isRight
  }
}

/**
 * On a laptop everything is on localhost, often without TLS: the library would refuse every implicit
 * client there. Which addresses a client may have is decided when it is registered (DI22).
 */
function allowImplicitOnLocalhost(provider: Provider, { publicUrl }: IdentityConfig): void {
  const allowed = new Set(['implicit-forbid-localhost'])
  if (publicUrl.startsWith('http://')) allowed.add('implicit-force-https')
  const { prototype } = (
    provider.Client as unknown as {
      Schema: { prototype: { invalidate: (message: string, code?: string) => void } }
    }
  ).Schema
  const { invalidate } = prototype
  prototype.invalidate = function (message, code) {
    if (code !== undefined && allowed.has(code)) return
    invalidate.call(this, message, code)
  }
}
