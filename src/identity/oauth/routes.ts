import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IdentityConfig } from '../settings.ts'
import type { OauthEngine } from './engine.ts'
import { SIGNING_ALGORITHM } from './keys.ts'
import { issuerOf } from './provider.ts'
import { readServiceRequest } from './rules.ts'

const PREFIX = '/oauth2'

/** Everything under `/oauth2` that is not a page of ours is the library's. */
export function oauthRoutes(
  app: FastifyInstance,
  engine: OauthEngine,
  config: IdentityConfig,
): void {
  app.removeAllContentTypeParsers()
  // The library reads the body itself.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.all(
    `${PREFIX}/*`,
    { config: { access: { public: true } }, schema: { hide: true } },
    (request, reply) => {
      takeAddress(request, config)
      handOver(reply)
      engine.provider().callback()(request.raw, reply.raw)
    },
  )
}

/** Forms, and nothing else. */
export function takeForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
}

type OfTenant = { Params: { tenant: string } }
type Form = { Body: URLSearchParams }

const PUBLIC = { config: { access: { public: true } }, schema: { hide: true } } as const
const TENANT = /^[a-z0-9][a-z0-9.-]{0,62}$/i

/**
 * Where the identity library of published clients looks for a token. Programs have one home here, so
 * any tenant leads to it; `<url>/.default` stands for everything a program may have: one scope.
 */
export function tenantRoutes(
  app: FastifyInstance,
  engine: OauthEngine,
  config: IdentityConfig,
): void {
  takeForms(app)
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error.statusCode !== 415) throw error
    return refuse(
      reply,
      'invalid_request',
      'The content type must be application/x-www-form-urlencoded.',
    )
  })
  app.get<OfTenant>('/:tenant/v2.0/.well-known/openid-configuration', PUBLIC, (request, reply) => {
    const { tenant } = request.params
    if (!TENANT.test(tenant)) return refuse(reply, 'invalid_tenant', NO_TENANT)
    // The library takes the tenant out of an address in this answer, and asks there from then on.
    const home = `${config.publicUrl}/${tenant}`
    return reply.send(toDiscovery(config, `${home}/v2.0`, `${home}/oauth2/v2.0`))
  })
  const authorize = ({ raw }: FastifyRequest, reply: FastifyReply) => {
    const query = raw.url?.split('?')[1]
    return reply.redirect(`${issuerOf(config)}/auth${query ? `?${query}` : ''}`)
  }
  app.get('/:tenant/oauth2/v2.0/authorize', PUBLIC, authorize)
  const issueToken = (request: FastifyRequest<Form>, reply: FastifyReply) =>
    answerToken(engine, config, request, reply)
  app.post<OfTenant & Form>('/:tenant/oauth2/v2.0/token', PUBLIC, (request, reply) =>
    TENANT.test(request.params.tenant)
      ? issueToken(request, reply)
      : refuse(reply, 'invalid_tenant', NO_TENANT),
  )
  // For a tenant of this name, and no other, older clients do not ask Azure whether it knows this server.
  const adfs = `${config.publicUrl}/adfs`
  // `az` resolves the name of the tenant below the authority, which has the tenant in it already.
  for (const home of ['/adfs', '/adfs/adfs']) {
    app.get(`${home}/.well-known/openid-configuration`, PUBLIC, (_request, reply) =>
      reply.send(toDiscovery(config, adfs, `${adfs}/oauth2`)),
    )
  }
  app.get('/adfs/oauth2/authorize', PUBLIC, authorize)
  app.post<Form>('/adfs/oauth2/token', PUBLIC, issueToken)
}

/** Clients require the authorization endpoint, but this token endpoint issues tokens to programs alone. */
const toDiscovery = (config: IdentityConfig, issuer: string, home: string) => ({
  issuer,
  authorization_endpoint: `${home}/authorize`,
  token_endpoint: `${home}/token`,
  jwks_uri: `${issuerOf(config)}/jwks`,
  grant_types_supported: ['client_credentials'],
  response_types_supported: [],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
})

function answerToken(
  engine: OauthEngine,
  config: IdentityConfig,
  request: FastifyRequest<Form>,
  reply: FastifyReply,
) {
  const { body, headers } = request
  const asked = readServiceRequest(body ?? new URLSearchParams(), headers.authorization)
  if ('error' in asked) return refuse(reply, asked.error, asked.description)
  const raw = request.raw as IncomingMessage
  const sent = Object.assign(Readable.from([Buffer.from(asked.form)]), {
    method: 'POST',
    url: '/token',
    baseUrl: PREFIX,
    socket: raw.socket,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(asked.form.length),
      authorization: asked.authorization,
    },
  })
  announceAddress(sent as never, config, request.ip)
  handOver(reply)
  engine.provider().callback()(sent as never, reply.raw)
}

const NO_TENANT =
  'The tenant in the URL must consist of 1 to 63 letters, digits, dots or hyphens, and must begin with a letter or digit. Any name or id of this form is accepted.'

const refuse = (reply: FastifyReply, error: string, error_description: string) =>
  reply.code(400).header('cache-control', 'no-store').send({ error, error_description })

/** The library sees the address callers use, as the settings say it, whatever headers came in. */
function takeAddress(request: FastifyRequest, config: IdentityConfig): void {
  const raw = request.raw as IncomingMessage & { baseUrl?: string }
  announceAddress(raw, config, request.ip)
  raw.url = request.url.slice(PREFIX.length) || '/'
  raw.baseUrl = PREFIX
}

/** What hooks have set so far goes out with the library's answer. */
function handOver(reply: FastifyReply): void {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
}

export function announceAddress(
  raw: IncomingMessage,
  { publicUrl }: IdentityConfig,
  source: string,
): void {
  const { host, protocol } = new URL(publicUrl)
  raw.headers.host = host
  raw.headers['x-forwarded-host'] = host
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  raw.headers['x-forwarded-for'] = source
}
