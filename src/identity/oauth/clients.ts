import type { AdapterPayload } from 'oidc-provider'
import type { Db } from '../../platform/db/connect.ts'
import type { SharedReads } from '../../platform/db/shared-read.ts'
import type { IdentityConfig } from '../settings.ts'
import * as store from './store.ts'

type Flow = 'implicit' | 'code' | 'device' | 'client-credentials'

const GRANT_TYPES: Record<Flow, readonly string[]> = {
  implicit: ['implicit'],
  code: ['authorization_code', 'refresh_token'],
  device: ['urn:ietf:params:oauth:grant-type:device_code'],
  'client-credentials': ['client_credentials'],
}
const RESPONSE_TYPES: Record<Flow, readonly string[]> = {
  // What the library knows; `plain-token.ts` makes the specified `token` of it.
  implicit: ['id_token token'],
  code: ['code'],
  device: [],
  'client-credentials': [],
}

export const PORTAL = 'portal'
export const CLI = 'cli'
export const EXPLORER = 'explorer'
/** For people who open a page of the provider and are not signed in. No operator can register such an id. */
export const OWN_PAGES = 'own_pages'

/** Where it leads back to. The code that comes with it is of no use: nobody has its verifier. */
export const SIGNED_IN_PATH = '/oauth2/signed-in'

export const BUILT_IN_CLIENTS: ReadonlySet<string> = new Set([PORTAL, CLI, EXPLORER, OWN_PAGES])

/** Only these get tokens for area A and operators. */
export const ACCOUNT_CLIENTS: ReadonlySet<string> = new Set([PORTAL, CLI])

/** What an operator can register; anything else is not worth a question. */
const CLIENT_ID = /^[a-z0-9][a-z0-9-]{0,62}$/

/** Clients that come with Binnacle, and those operators registered. */
export function clientFinder(db: Db, config: IdentityConfig) {
  const builtIn = new Map(Object.entries(listBuiltIn(config)))
  return async (id: string): Promise<AdapterPayload | undefined> => {
    const own = builtIn.get(id)
    if (own || !CLIENT_ID.test(id)) return own
    const row = await store.findClient(db, id)
    return row && toMetadata(row)
  }
}

/** Whether pages of an origin may call us: the portal's, the explorer's, and those of registered clients. */
export function originChecker(
  reads: SharedReads,
  { portalUrl, publicUrl }: Pick<IdentityConfig, 'portalUrl' | 'publicUrl'>,
) {
  const own = new Set([new URL(portalUrl).origin, new URL(publicUrl).origin])
  const isRegistered = reads.define(store.findOrigins)
  return async (origin: string) => own.has(origin) || isRegistered(origin)
}

function listBuiltIn({
  portalUrl,
  publicUrl,
  explorer,
}: IdentityConfig): Record<string, AdapterPayload> {
  const open = { token_endpoint_auth_method: 'none' as const }
  return {
    [PORTAL]: {
      ...open,
      ...flowsOf(['code']),
      client_id: PORTAL,
      client_name: 'Binnacle portal',
      redirect_uris: [`${portalUrl}/signed-in`],
    },
    [CLI]: {
      ...open,
      ...flowsOf(['code', 'device']),
      client_id: CLI,
      client_name: 'Binnacle command line',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1/signed-in'],
    },
    [OWN_PAGES]: {
      ...open,
      grant_types: ['authorization_code'],
      response_types: ['code'],
      scope: 'openid',
      client_id: OWN_PAGES,
      client_name: 'Binnacle',
      redirect_uris: [`${publicUrl}${SIGNED_IN_PATH}`],
    },
    ...(explorer && {
      [EXPLORER]: {
        ...open,
        ...flowsOf(['implicit']),
        client_id: EXPLORER,
        client_name: 'Binnacle API explorer',
        redirect_uris: [`${publicUrl}/explorer/static/oauth2-redirect.html`],
      },
    }),
  }
}

const flowsOf = (flows: readonly Flow[]) => ({
  grant_types: flows.flatMap((flow) => [...GRANT_TYPES[flow]]),
  response_types: flows.flatMap((flow) => [...RESPONSE_TYPES[flow]]) as never,
})

const HASH_DIGITS = 64

const joinHashes = ({ secret_hash, previous_secret_hash }: store.OauthClientRow): string =>
  [secret_hash, previous_secret_hash].map((hash) => hash?.toString('hex')).join('')

export const hashesIn = (joined: string): Buffer[] =>
  (joined.match(new RegExp(`.{${HASH_DIGITS}}`, 'g')) ?? []).map((hex) => Buffer.from(hex, 'hex'))

function toMetadata(row: store.OauthClientRow): AdapterPayload {
  return {
    ...flowsOf(row.flows as Flow[]),
    client_id: row.id,
    client_name: row.display_name,
    redirect_uris: row.redirect_uris,
    token_endpoint_auth_method: row.secret_hash ? 'client_secret_basic' : 'none',
    // The hashes in the place of the secret: `provider.ts` compares by hashing what is presented.
    ...(row.secret_hash && { client_secret: joinHashes(row) }),
  }
}
