import { Type } from 'typebox'
import { isBelowProvider } from '../../management-api/provider-path.ts'
import type { ErrorBody } from '../../platform/http/errors/errors.ts'
import { renderException } from '../../platform/http/errors/exception-response.ts'
import { named } from '../../platform/http/schema.ts'

/** Everything below `providers/<vendor>.Capacity` is this area's. */
export function quotaErrors(vendorNamespace: string): ErrorBody {
  return {
    owns: isBelowProvider(`${vendorNamespace}.Capacity`),
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
