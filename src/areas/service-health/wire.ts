import { type Static, Type } from 'typebox'
import { isBelowProvider } from '../../management-api/provider-path.ts'
import type { ErrorBody } from '../../platform/http/errors/errors.ts'
import { named } from '../../platform/http/schema.ts'

export type ErrorResponse = Static<typeof ErrorResponse>
export const ErrorResponse = named(
  'ErrorResponse',
  Type.Object({ code: Type.String(), message: Type.String(), details: Type.String() }),
)

/** Everything below `providers/<vendor>.ResourceHealth` is this area's. */
export function serviceHealthErrors(vendorNamespace: string): ErrorBody {
  return {
    owns: isBelowProvider(`${vendorNamespace}.ResourceHealth`),
    render: ({ code, message, details }): ErrorResponse => ({
      code,
      message,
      details: details.map((detail) => `${detail.code}: ${detail.message}`).join('\n'),
    }),
  }
}

export const ApiVersionQuery = {
  'api-version': Type.String({ minLength: 1, description: 'The API version, such as 2025-05-01.' }),
}
