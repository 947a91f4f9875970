import { type Static, Type } from 'typebox'
import {
  confirmationFields,
  SECOND_FACTOR_REQUIRED,
  toConfirmationFields,
} from '../../directory/step-up/wire.ts'
import type { ErrorBody, Failure } from '../../platform/http/errors/errors.ts'
import { named, ref } from '../../platform/http/schema.ts'

export const APP_PERMISSIONS = ['manager', 'developer', 'viewer'] as const
export const ORIGINS = ['appcenter', 'hockeyapp', 'codepush'] as const

/** Refused before the handler runs: 401, 403, an address that leads nowhere, 411. */
export type AccessError = Static<typeof AccessError>
export const AccessError = named(
  'AccessError',
  Type.Object(
    {
      message: Type.String({
        description: 'What happened and what to do next, followed by the correlation id.',
      }),
      statusCode: Type.Integer({ description: 'The HTTP status code.' }),
      code: Type.String(),
      ...confirmationFields,
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
        description: 'What happened and what to do next, followed by the correlation id.',
      }),
    }),
  }),
)

/** What every operation may answer besides its own success. */
export const errorResponses = {
  401: { description: 'The token is missing or not valid.', ...ref(AccessError) },
  403: { description: 'The token is valid but does not have permission.', ...ref(AccessError) },
  404: {
    description: 'The resource does not exist, or the token does not have access to it.',
    ...Type.Union([ref(AccessError), ref(OperationError)]),
  },
  411: { description: 'A POST, PUT or PATCH request without a body.', ...ref(AccessError) },
  default: { description: 'Any other error.', ...ref(OperationError) },
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

const ACCESS_CODES = new Set([401, 403, 411])

/** The published service says `Not Found` of an address and `NotFound` of a thing an operation looked for. */
const isAccessFailure = ({ status, code }: Failure) =>
  ACCESS_CODES.has(status) || (status === 404 && code !== 'NotFound')

/** Besides `Not Found`. */
const CODES_OF_404 = new Set(['NotFound', 'OperationNotServed'])

const codeOf = ({ status, code }: Failure) => {
  if (status === 401 && code === SECOND_FACTOR_REQUIRED) return code
  return status === 404 && CODES_OF_404.has(code) ? code : (CODE[status] ?? 'BadRequest')
}

export const appManagementErrors: ErrorBody = {
  owns: (path) => /^\/v0\.1(\/|$)/i.test(path),
  render(failure, correlationId): AccessError | OperationError {
    const { status } = failure
    const isAccess = isAccessFailure(failure)
    const code = codeOf(failure)
    const message = `${failure.message} Correlation ID: ${correlationId}`
    if (!isAccess) return { error: { code, message } }
    return { message, statusCode: status, code, ...toConfirmationFields(failure.confirmation) }
  },
}
