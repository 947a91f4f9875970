import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../../platform/errors.ts'

/** Every change by an operator: its request id must be one that can be stored. */
export function validateChanges(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') validateChange(request)
    done()
  })
}

function validateChange(request: FastifyRequest): void {
  // Taken for absent, a repeated change would be done twice.
  const isNamed = request.raw.headers['x-ms-client-request-id'] !== undefined
  if (isNamed && request.clientRequestId === undefined) {
    throw new RequestError(
      'invalid',
      'InvalidClientRequestId',
      'The header x-ms-client-request-id must consist of 1 to 64 letters from A to Z, digits or hyphens, and must be sent only once. Correct it, or remove it.',
    )
  }
}
