import { Type } from 'typebox'
import { defineSettings } from '../../platform/settings/settings.ts'

export type ServiceHealthSettings = Readonly<{
  strictApiVersion: boolean
  mitigationSentinel: boolean
  statusPage: boolean
}>

export const serviceHealthSettings = defineSettings({
  environment: {
    STRICT_API_VERSION: Type.Boolean({
      default: false,
      description:
        'Area B: if true, a request with an `api-version` later than the latest published version is rejected. If false, it is treated as 2025-05-01.',
    }),
    MITIGATION_SENTINEL: Type.Boolean({
      default: false,
      description:
        'Area B: if true, an unknown mitigation time is returned as `0001-01-01T00:00:00`, as in Azure. If false, the field is omitted.',
    }),
    STATUS_PAGE: Type.Boolean({
      default: false,
      description:
        'Area B: if true, events for everyone that are not sensitive can be read without signing in: at `/status` as a page, and at `/status/v1/events.json` and `/status/v1/events.atom`. If false, these addresses return 404.',
    }),
  },
  read: (values): ServiceHealthSettings => ({
    strictApiVersion: values.STRICT_API_VERSION,
    mitigationSentinel: values.MITIGATION_SENTINEL,
    statusPage: values.STATUS_PAGE,
  }),
})
