import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { OWN_PAGES, PORTAL } from './clients.ts'

type Grant = InstanceType<Provider['Grant']>

/** The portal is part of Binnacle and needs no consent; everybody else is asked about, once. */
export async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const { client, session, result, provider } = ctx.oidc
  if (!client || !session) return undefined
  const { clientId } = client
  const consented = result?.consent?.grantId
  const grantId = consented ?? session.grantIdFor(clientId)
  // Revoking a refresh token ends its grant, while the session still names it.
  const grant = grantId ? await provider.Grant.find(grantId) : undefined
  if (clientId === PORTAL && session.accountId) return grantPortal(ctx, session.accountId, grant)
  if (clientId === OWN_PAGES && session.accountId) {
    return grant ?? grantOwnPages(provider, session.accountId)
  }
  const staysSignedIn = ctx.oidc.requestParamScopes.has('offline_access')
  // Signing one device out ends its grant, so devices that stay signed in must not share one.
  return grant && !consented && staysSignedIn ? copyGrant(provider, grant) : grant
}

async function grantPortal(ctx: KoaContextWithOIDC, accountId: string, grant: Grant | undefined) {
  const own = grant ?? new ctx.oidc.provider.Grant({ clientId: PORTAL, accountId })
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

/** Nothing but to be signed in. */
async function grantOwnPages(provider: Provider, accountId: string) {
  const own = new provider.Grant({ clientId: OWN_PAGES, accountId })
  own.addOIDCScope('openid')
  await own.save()
  return own
}

async function copyGrant(provider: Provider, { accountId, clientId, ...grant }: Grant) {
  const { openid, resources } = grant as { openid?: object; resources?: object }
  const copy = new provider.Grant({ accountId, clientId, openid, resources } as never)
  await copy.save()
  return copy
}

type Asked = Pick<InstanceType<Provider['Interaction']>, 'grantId' | 'params' | 'prompt'>

/** Grants what is asked for and still missing, and nothing else. */
export async function grantMissing(
  provider: Provider,
  accountId: string,
  { grantId, params, prompt }: Asked,
): Promise<{ grantId: string; scopes: string[] }> {
  const found = grantId ? await provider.Grant.find(grantId) : undefined
  const granted = found ?? new provider.Grant({ accountId, clientId: String(params.client_id) })
  const { missingOIDCScope = [], missingResourceScopes = {} } = prompt.details as {
    missingOIDCScope?: string[]
    missingResourceScopes?: Record<string, string[]>
  }
  if (missingOIDCScope.length > 0) granted.addOIDCScope(missingOIDCScope.join(' '))
  for (const [resource, scopes] of Object.entries(missingResourceScopes)) {
    granted.addResourceScope(resource, scopes.join(' '))
  }
  const scopes = [...missingOIDCScope, ...Object.values(missingResourceScopes).flat()]
  return { grantId: await granted.save(), scopes }
}
