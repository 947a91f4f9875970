import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** Swagger UI at `/explorer`, over the documents the areas describe themselves with. */
export async function explorer(
  app: FastifyInstance,
  documents: Readonly<Record<string, () => object>>,
  baseUrl: string,
): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: { public: true } }
  })
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/explorer/'))
  for (const [name, document] of Object.entries(documents)) {
    app.get(`/openapi/${name}.json`, { schema: { hide: true } }, async () => document())
  }
  // The plugin wants a document of its own to offer; ours are offered through `urls` instead.
  const own = { openapi: '3.1.0', info: { title: 'Binnacle', version: '0.1.0' }, paths: {} }
  await app.register(swagger, { mode: 'static', specification: { document: own as never } })
  await app.register(swaggerUi, {
    routePrefix: '/explorer',
    staticCSP: [
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
      `font-src 'self'; connect-src 'self' ${new URL(baseUrl).origin}`,
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ].join('; '),
    theme: { title: 'Binnacle API explorer' },
    uiConfig: {
      urls: Object.keys(documents).map((name) => ({ name, url: `/openapi/${name}.json` })),
      // The token would otherwise be written to the browser's storage.
      persistAuthorization: false,
      tryItOutEnabled: true,
      displayOperationId: true,
    } as never,
  })
}
