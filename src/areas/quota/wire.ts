import type { ErrorBody } from '../../platform/http/errors.ts'
import { renderException } from '../../platform/http/exception-response.ts'

/** Everything below `/subscriptions/{id}/providers/<vendor>.Capacity` is this area's. */
export function quotaErrors(vendorNamespace: string): ErrorBody {
  const provider = `${vendorNamespace}.Capacity`.toLowerCase()
  return {
    owns: (path) => path.toLowerCase().split('/')[4] === provider,
    render: renderException,
  }
}
