import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../../platform/errors.ts'
import { DEEPEST_BODY, findShapeFault } from '../../platform/http/errors/unstorable.ts'

const invalid = (code: string, message: string) => new RequestError('invalid', code, message)

const FAULTS = {
  number: 'A number is too large to store. Send a number below 1.8e308.',
  depth: `The body has more than ${DEEPEST_BODY} levels of nesting. Send a flatter body.`,
}

/** Every change by an operator: its request id and its body must be something that can be stored. */
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
    throw invalid(
      'InvalidClientRequestId',
      'The header x-ms-client-request-id must have 1 to 64 letters from A to Z, digits or hyphens, and be sent only once. Correct it, or remove it.',
    )
  }
  const fault = findShapeFault(request.body)
  if (fault) throw invalid('InvalidRequestBody', FAULTS[fault])
}
