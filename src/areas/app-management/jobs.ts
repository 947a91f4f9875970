import { deleteNamesFreedBefore } from '../../directory/accounts/names/store.ts'
import { HOURLY, inBatches, OFTEN, type Sweeps } from '../../platform/sweeps.ts'
import { deleteExpiredInvitations } from './invitations/store.ts'
import { sweepPictures } from './pictures/actions.ts'
import type { AppManagementSettings } from './settings.ts'
import { deleteRevokedTokens } from './tokens/store.ts'

export const appManagementSweeps = ({
  caps,
  keep,
}: Pick<AppManagementSettings, 'caps' | 'keep'>): Sweeps => ({
  'revoked tokens': {
    ...OFTEN,
    keepDays: keep.revokedTokenDays,
    deleteBefore: inBatches(deleteRevokedTokens),
  },
  'expired invitations': {
    ...HOURLY,
    keepDays: keep.expiredInvitationDays,
    deleteBefore: inBatches(deleteExpiredInvitations),
  },
  'freed names': {
    ...HOURLY,
    keepDays: caps.freedNameDays,
    deleteBefore: inBatches(deleteNamesFreedBefore),
  },
  'unused pictures': { ...OFTEN, keepDays: 0, deleteBefore: sweepPictures() },
})
