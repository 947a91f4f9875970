import { Type } from 'typebox'
import { defineSettings } from '../../platform/settings/settings.ts'

export type ServiceHealthSettings = Readonly<{
  strictApiVersion: boolean
  mitigationSentinel: boolean
  eventCacheMib: number
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
    EVENT_CACHE_MIB: Type.Integer({
      default: 64,
      minimum: 0,
      maximum: 4096,
      description:
        'Area B: the size, in MiB, of the cache in which each process keeps events for lists. Listing events is several times faster if all of them are in the cache. 0 turns the cache off.',
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
    eventCacheMib: values.EVENT_CACHE_MIB,
    statusPage: values.STATUS_PAGE,
  }),
})
