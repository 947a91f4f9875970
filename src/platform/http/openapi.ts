import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import manifest from '../../../package.json' with { type: 'json' }

export type Area = Readonly<{
  title: string
  description: string
  serverUrl: string
  securitySchemes: Record<string, object>
}>

/** Writes the OpenAPI document of this scope from the schemas its routes run with. */
export async function describeArea(app: FastifyInstance, area: Area): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: area.title,
        description: area.description,
        version: manifest.version,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [
        { url: '/', description: 'The server that served this document' },
        { url: area.serverUrl, description: 'The public URL' },
      ],
      components: { securitySchemes: area.securitySchemes as never },
      security: Object.entries(area.securitySchemes).map(([name, scheme]) => ({
        [name]: scopesOf(scheme),
      })),
    },
    hideUntagged: false,
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `schema-${i}`),
    },
  })
}

/** An operation demands every scope that its flow offers. */
function scopesOf(scheme: { flows?: Record<string, { scopes?: object }> }): string[] {
  return Object.values(scheme.flows ?? {}).flatMap(({ scopes }) => Object.keys(scopes ?? {}))
}
