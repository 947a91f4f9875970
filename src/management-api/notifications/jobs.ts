import { HOURLY, inBatches, type Sweeps } from '../../platform/sweeps.ts'
import { deleteOldDeliveries } from './deliveries/store.ts'
import { DELIVERY_DAYS } from './rules.ts'

export const notificationSweeps: Sweeps = {
  deliveries: { ...HOURLY, keepDays: DELIVERY_DAYS, deleteBefore: inBatches(deleteOldDeliveries) },
}
