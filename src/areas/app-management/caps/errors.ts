import { RequestError } from '../../../platform/errors.ts'

const conflict = (message: string) => new RequestError('conflict', 'Conflict', message)

export const appLimitReached = (limit: number) =>
  conflict(
    `An owner may have ${limit} apps, and this owner has no room left. Delete one that is no longer needed, then try again.`,
  )

export const reachLimitReached = (limit: number) =>
  conflict(
    `You would reach more than ${limit} apps, which is the limit for one account. Leave an app or organization, or delete an app, then try again.`,
  )

export const memberLimitReached = (place: 'app' | 'organization', limit: number) =>
  conflict(
    `This ${place} has ${limit} members, which is the limit. Ask for a member who is no longer needed to be removed, then try again.`,
  )

export const organizationLimitReached = (limit: number) =>
  conflict(
    `This account is in ${limit} organizations, which is the limit. Leave or delete one, then try again.`,
  )

export const invitationLimitReached = (limit: number) =>
  conflict(
    `This owner has ${limit} open invitations, which is the limit. Withdraw one, or wait until one is answered.`,
  )

export const recipientLimitReached = (email: string, limit: number) =>
  conflict(
    `${email} has ${limit} open invitations, which is the limit. Ask them to answer one, then invite them again.`,
  )
