import type { FastifyInstance } from 'fastify'

/** Parsing a body blocks the event loop: 128 KiB of short names for some milliseconds. */
export const LARGEST_CALLER_BODY = 128 * 1024

/** JSON that anybody with an account may send. Operators send longer lists. */
export function limitJsonBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: LARGEST_CALLER_BODY },
    app.getDefaultJsonParser('error', 'error'),
  )
}
