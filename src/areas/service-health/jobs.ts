import { HOURLY, inBatches, type Sweeps } from '../../platform/sweeps.ts'
import { deleteOutbox } from './operator/events/store.ts'
import { deleteOldReminders } from './reminders/store.ts'
import type { ServiceHealthSettings } from './settings.ts'

export const serviceHealthSweeps = ({
  eventOutboxDays,
}: Pick<ServiceHealthSettings, 'eventOutboxDays'>): Sweeps => ({
  'event outbox': { ...HOURLY, keepDays: eventOutboxDays, deleteBefore: inBatches(deleteOutbox) },
  'maintenance reminders': {
    ...HOURLY,
    keepDays: 30,
    deleteBefore: inBatches(deleteOldReminders),
  },
})
