import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../errors.ts'
import { type BodyFault, DEEPEST_BODY, findBodyFault } from './body-fault.ts'

const invalid = (code: string, message: string) => new RequestError('invalid', code, message)

const FAULTS: Readonly<Record<BodyFault, string>> = {
  text: 'A text holds the character NUL or half of a surrogate pair, which no text may hold. Leave it out.',
  number: 'A number is too large to be kept. Send one below 1.8e308.',
  depth: `The body has more than ${DEEPEST_BODY} levels. Flatten it.`,
}

/** Every change by an operator: what it is called, and what it holds, must be something we can keep. */
export function checkWrites(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') checkWrite(request)
    done()
  })
}

function checkWrite(request: FastifyRequest): void {
  // Taken for absent, a repeated change would be done twice.
  const isNamed = request.raw.headers['x-ms-client-request-id'] !== undefined
  if (isNamed && request.clientRequestId === undefined) {
    throw invalid(
      'InvalidClientRequestId',
      'The x-ms-client-request-id is not one: 1 to 64 letters from A to Z, digits and hyphens, sent once. Correct it, or leave it out.',
    )
  }
  const fault = findBodyFault(request.body)
  if (fault) throw invalid('InvalidRequestBody', FAULTS[fault])
}
