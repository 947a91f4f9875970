import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import type { OauthEngine } from './engine.ts'

const PREFIX = '/oauth2'

/** Everything under `/oauth2` that is not a page of ours is the library's. */
export function oauthRoutes(app: FastifyInstance, engine: OauthEngine, config: Config): void {
  app.removeAllContentTypeParsers()
  // The library reads the body itself.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.all(
    `${PREFIX}/*`,
    { config: { access: { public: true } }, schema: { hide: true } },
    (request, reply) => {
      handOver(request, reply, config)
      engine.provider().callback()(request.raw, reply.raw)
    },
  )
}

/** The library sees the address callers use, as the settings say it, whatever headers came in. */
function handOver(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const raw = request.raw as IncomingMessage & { baseUrl?: string }
  announceAddress(raw, config, request.ip)
  raw.url = (raw.url ?? '').slice(PREFIX.length) || '/'
  raw.baseUrl = PREFIX
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
}

export function announceAddress(raw: IncomingMessage, { publicUrl }: Config, source: string): void {
  const { host, protocol } = new URL(publicUrl)
  raw.headers.host = host
  raw.headers['x-forwarded-host'] = host
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  raw.headers['x-forwarded-for'] = source
}
