import type { ApiVersions } from '../../../management-api/api-version.ts'

/** The published versions that have quotas, usages and requests. All get the same body. */
export const API_VERSIONS: ApiVersions = {
  served: '2025-03-01',
  accepted: [
    '2021-03-15-preview',
    '2023-02-01',
    '2023-06-01-preview',
    '2024-10-15-preview',
    '2024-12-18-preview',
    '2025-03-01',
    '2025-03-15-preview',
    '2025-07-15',
    '2025-09-01',
    '2026-09-01-preview',
  ],
  takesNewer: false,
}
