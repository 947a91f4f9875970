import { type Static, Type } from 'typebox'
import { isBelowProvider } from '../../management-api/provider-path.ts'
import type { ErrorBody } from '../../platform/http/errors/errors.ts'
import { named } from '../../platform/http/schema.ts'

export type ErrorResponse = Static<typeof ErrorResponse>
export const ErrorResponse = named(
  'ErrorResponse',
  Type.Object({ code: Type.String(), message: Type.String(), details: Type.String() }),
)

/** Of what is not in the published API. No published client has this namespace, in any version. */
export const OWN_NAMESPACE = 'Binnacle.ResourceHealth'

/** Everything below `providers/<vendor>.ResourceHealth` is this area's, and what is below its own namespace. */
export function serviceHealthErrors(vendorNamespace: string): ErrorBody {
  const isPublished = isBelowProvider(`${vendorNamespace}.ResourceHealth`)
  const isOwn = isBelowProvider(OWN_NAMESPACE)
  return {
    owns: (path) => isPublished(path) || isOwn(path),
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
