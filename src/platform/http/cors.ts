import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

const ORIGIN = /^https?:\/\/[^/?#\s]{1,255}$/

/** What a page may read beside the body. */
const EXPOSED_HEADERS = [
  'x-ms-request-id',
  'x-ms-correlation-request-id',
  'x-binnacle-served-api-version',
  'x-binnacle-mail',
  'location',
  'retry-after',
  'www-authenticate',
  'deprecation',
  'sunset',
]

/** Lets pages of these origins call what is registered after this, with a token and never with cookies. */
export async function allowOrigins(
  app: FastifyInstance,
  isKnown: (origin: string) => Promise<boolean>,
): Promise<void> {
  app.addHook('onRoute', (route) => {
    // The plugin's own: it answers a browser that asks before it calls.
    if (route.url === '*') route.config = { ...route.config, access: { public: true } }
  })
  await app.register(cors, {
    origin(origin, answer) {
      if (origin === undefined || !ORIGIN.test(origin)) return answer(null, false)
      isKnown(origin).then(
        (known) => answer(null, known),
        (error: Error) => answer(error, false),
      )
    },
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED_HEADERS,
    strictPreflight: false,
    maxAge: 600,
  })
}
