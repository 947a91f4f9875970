import { deleteNamesFreedBefore } from '../../directory/accounts/names/store.ts'
import type { JobHandlers, JobQueues, Jobs } from '../../platform/jobs.ts'
import { HOURLY, inBatches, OFTEN, type Sweeps } from '../../platform/sweeps.ts'
import type { Caps } from './caps/rules.ts'
import { deleteExpiredInvitationLinks } from './invitations/links/store.ts'
import { deleteExpiredInvitations } from './invitations/store.ts'
import type { AppManagementSettings } from './settings.ts'
import { endIdleTokens } from './tokens/idle/actions.ts'
import { deleteRevokedTokens } from './tokens/store.ts'
import { type WarnDeps, warnOfExpiry } from './tokens/warnings/actions.ts'

export type AppManagementJobs = { 'app-management.expiry-warnings': object }

export const appManagementQueues: JobQueues<AppManagementJobs> = {
  'app-management.expiry-warnings': {
    // The next one is due soon anyway.
    retry: { retryLimit: 0, deleteAfterSeconds: 3600 },
    concurrency: { localConcurrency: 1, batchSize: 1 },
    pollSeconds: 2,
  },
}

/** Without mail, a token would count as announced. */
export const appManagementQueuesWithMail = Object.keys(appManagementQueues)

export const appManagementJobs = (deps: WarnDeps): JobHandlers<AppManagementJobs> => ({
  'app-management.expiry-warnings': () => warnOfExpiry(deps),
})

/** To be called every minute by each process that works on jobs. */
export const enqueueWarnings = (jobs: Jobs<AppManagementJobs>): Promise<void> =>
  jobs.enqueueOnce('app-management.expiry-warnings', {}, { key: 'expiry-warnings', ...HOURLY })

type SweepSettings = Pick<AppManagementSettings, 'idleTokenDays'> &
  Readonly<{
    caps: Pick<Caps, 'freedNameDays'>
    retentionDays: Readonly<{ revokedTokens: number; expiredInvitations: number }>
  }>

export const appManagementSweeps = ({
  caps,
  retentionDays,
  idleTokenDays: idleDays,
}: SweepSettings): Sweeps => ({
  'revoked tokens': {
    ...OFTEN,
    keepDays: retentionDays.revokedTokens,
    deleteBefore: inBatches(deleteRevokedTokens),
  },
  'expired invitations': {
    ...HOURLY,
    keepDays: retentionDays.expiredInvitations,
    deleteBefore: inBatches(deleteExpiredInvitations),
  },
  'invitation links': {
    ...HOURLY,
    keepDays: 0,
    deleteBefore: inBatches(deleteExpiredInvitationLinks),
  },
  'freed names': {
    ...HOURLY,
    keepDays: caps.freedNameDays,
    deleteBefore: inBatches(deleteNamesFreedBefore),
  },
  ...(idleDays !== null && {
    'idle tokens': { ...HOURLY, keepDays: idleDays, deleteBefore: endIdleTokens(idleDays) },
  }),
})
