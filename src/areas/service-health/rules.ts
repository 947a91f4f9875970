import type { ApiVersions } from '../../platform/http/api-version.ts'

/** Everything that was published and lists events; all get the body of the last. */
export const API_VERSIONS: Omit<ApiVersions, 'takesNewer'> = {
  served: '2025-05-01',
  accepted: [
    '2015-01-01',
    '2017-07-01',
    '2018-07-01',
    '2022-05-01',
    '2022-10-01',
    '2023-10-01-preview',
    '2024-02-01',
    '2025-05-01',
  ],
}

/** In lower case; nothing for what cannot be the id of a subscription. */
export function toSubscriptionId(text: string): string | undefined {
  return /^[A-Za-z0-9-]{1,64}$/.test(text) ? text.toLowerCase() : undefined
}
