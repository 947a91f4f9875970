import { type Static, Type } from 'typebox'
import type { ErrorBody, Failure } from '../../platform/http/errors.ts'
import { named, ref } from '../../platform/http/schema.ts'

/** Refused at the door: 401, 403, an address that leads nowhere, 411. */
export type DoorError = Static<typeof DoorError>
export const DoorError = named(
  'DoorError',
  Type.Object(
    {
      message: Type.String({
        description: 'What happened and what to do, then the correlation id.',
      }),
      statusCode: Type.Integer({ description: 'The HTTP status again.' }),
      code: Type.String(),
    },
    {
      examples: [
        {
          message:
            'A valid authentication token is missing. Send an API token in the X-API-Token header. Correlation ID: 7b4afec7-b905-475c-9a20-aadc803cef99',
          statusCode: 401,
          code: 'Unauthorized',
        },
      ],
    },
  ),
)

/** Refused by an operation. */
export type OperationError = Static<typeof OperationError>
export const OperationError = named(
  'OperationError',
  Type.Object({
    error: Type.Object({
      code: Type.String(),
      message: Type.String({
        description: 'What happened and what to do, then the correlation id.',
      }),
    }),
  }),
)

/** What every operation may answer besides its own success. */
export const errorResponses = {
  401: { description: 'No token, or one that does not let you in.', ...ref(DoorError) },
  403: { description: 'The token is good but may not do this.', ...ref(DoorError) },
  404: {
    description: 'Nothing there, or nothing this token can see.',
    ...Type.Union([ref(DoorError), ref(OperationError)]),
  },
  411: { description: 'A POST, PUT or PATCH without a body.', ...ref(DoorError) },
  default: { description: 'Any other failure.', ...ref(OperationError) },
}

/** Published clients know these codes; which one it is follows from the status. */
const CODE: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  410: 'Gone',
  411: 'LengthRequired',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
}

const AT_THE_DOOR = new Set([401, 403, 411])

/** The published service says `Not Found` of an address and `NotFound` of a thing an operation looked for. */
const isAtTheDoor = ({ status, code }: Failure) =>
  AT_THE_DOOR.has(status) || (status === 404 && code !== 'NotFound')

export const appManagementErrors: ErrorBody = {
  owns: (path) => /^\/v0\.1(\/|$)/i.test(path),
  render(failure, correlationId): DoorError | OperationError {
    const { status } = failure
    const atTheDoor = isAtTheDoor(failure)
    const code = status === 404 && !atTheDoor ? 'NotFound' : (CODE[status] ?? 'BadRequest')
    const message = `${failure.message} Correlation ID: ${correlationId}`
    return atTheDoor ? { message, statusCode: status, code } : { error: { code, message } }
  },
}
