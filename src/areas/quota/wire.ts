import { Type } from 'typebox'
import { isBelowProvider } from '../../management-api/provider-path.ts'
import type { ErrorBody } from '../../platform/http/errors/errors.ts'
import { renderException } from '../../platform/http/errors/exception-response.ts'
import { named } from '../../platform/http/schema.ts'

/** Of what is not in the published API. No published client has this namespace, in any version. */
const OWN_NAMESPACE = 'Binnacle.Capacity'
export const OWN_PATH = `/subscriptions/:subscriptionId/providers/${OWN_NAMESPACE}`

/** Everything below `providers/<vendor>.Capacity` is this area's, and what is below its own namespace. */
export function quotaErrors(vendorNamespace: string): ErrorBody {
  const [isPublished, isOwn] = [`${vendorNamespace}.Capacity`, OWN_NAMESPACE].map(isBelowProvider)
  return {
    owns: (path) => isPublished?.(path) === true || isOwn?.(path) === true,
    render: renderException,
  }
}

export const ApiVersionQuery = {
  'api-version': Type.String({ minLength: 1, description: 'The API version, such as 2020-10-25.' }),
}

export const int32 = Type.Integer({ minimum: 0, maximum: 2147483647 })

export const ResourceName = named(
  'ResourceName',
  Type.Object({ value: Type.String(), localizedValue: Type.String() }),
)
