import type { ErrorBody } from '../../platform/http/errors.ts'
import { renderException } from '../../platform/http/exception-response.ts'
import { isBelowProvider } from '../../platform/http/provider-path.ts'

/** Everything below `providers/<vendor>.Capacity` is this area's. */
export function quotaErrors(vendorNamespace: string): ErrorBody {
  return {
    owns: isBelowProvider(`${vendorNamespace}.Capacity`),
    render: renderException,
  }
}
