import { Type } from 'typebox'
import { defineSettings, keptDays } from '../../platform/settings/settings.ts'

export type ServiceHealthSettings = Readonly<{
  strictApiVersion: boolean
  mitigationSentinel: boolean
  eventOutboxDays: number
}>

export const serviceHealthSettings = defineSettings({
  environment: {
    STRICT_API_VERSION: Type.Boolean({
      default: false,
      description:
        'Area B: refuses an `api-version` later than the published ones. Otherwise it is served as 2025-05-01.',
    }),
    MITIGATION_SENTINEL: Type.Boolean({
      default: false,
      description:
        'Area B: sends `0001-01-01T00:00:00` as the time of a mitigation that is not known yet, as Azure does. Otherwise it is left out.',
    }),
    EVENT_OUTBOX_DAYS: keptDays(
      30,
      1,
      'Area B: number of days after which a revision of an event is deleted from the outbox, which is the queue for delivery. The event and its history stay.',
    ),
  },
  read: (values): ServiceHealthSettings => ({
    strictApiVersion: values.STRICT_API_VERSION,
    mitigationSentinel: values.MITIGATION_SENTINEL,
    eventOutboxDays: values.EVENT_OUTBOX_DAYS,
  }),
})
