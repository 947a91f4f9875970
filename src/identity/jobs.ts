import { HOURLY, inBatches, OFTEN, type Sweeps } from '../platform/sweeps.ts'
import { deleteExpired } from './oauth/store.ts'
import { deleteExpiredRows } from './second-factor/store.ts'
import { deleteExpiredLinks } from './sign-in/store.ts'

export const identitySweeps = (retentionDays: Readonly<{ expiredLinks: number }>): Sweeps => ({
  'sign-in records': {
    ...OFTEN,
    keepDays: 0,
    deleteBefore: inBatches(deleteExpired('oauth_record')),
  },
  'ended sessions': {
    ...OFTEN,
    keepDays: 0,
    deleteBefore: inBatches(deleteExpired('ended_session')),
  },
  'second factor uses': {
    ...OFTEN,
    keepDays: 0,
    deleteBefore: inBatches(deleteExpiredRows('second_factor_use')),
  },
  'second factor failures': {
    ...OFTEN,
    keepDays: 0,
    deleteBefore: inBatches(deleteExpiredRows('second_factor_failure')),
  },
  'passkey challenges': {
    ...OFTEN,
    keepDays: 0,
    deleteBefore: inBatches(deleteExpiredRows('passkey_challenge')),
  },
  'password links': {
    ...HOURLY,
    keepDays: retentionDays.expiredLinks,
    deleteBefore: inBatches(deleteExpiredLinks),
  },
})
