import { RequestError } from '../../../platform/errors.ts'

const conflict = (message: string) => new RequestError('conflict', 'Conflict', message)

export const appLimitReached = (limit: number) =>
  conflict(
    `This owner already has ${limit} apps, which is the limit. Delete an app that you no longer need, then try again.`,
  )

export const reachLimitReached = (limit: number) =>
  conflict(
    `An account can have access to at most ${limit} apps, and this change would exceed the limit. Leave an app or organization, or delete an app, then try again.`,
  )

export const memberLimitReached = (resource: 'app' | 'organization', limit: number) =>
  conflict(
    `This ${resource} has ${limit} members, which is the limit. Ask a manager or admin to remove a member, then try again.`,
  )

export const organizationLimitReached = (limit: number) =>
  conflict(
    `This account is a member of ${limit} organizations, which is the limit. Leave or delete an organization, then try again.`,
  )

export const invitationLimitReached = (limit: number) =>
  conflict(
    `This owner has ${limit} open invitations, which is the limit. Revoke an invitation, or wait until one is answered.`,
  )

export const recipientLimitReached = (email: string, limit: number) =>
  conflict(
    `${email} has ${limit} open invitations, which is the limit. Ask the person to accept or reject one, then invite them again.`,
  )
