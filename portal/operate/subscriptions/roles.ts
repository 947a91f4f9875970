import { subscriptionRoleRoleValues } from '../../../client/generated/operator.ts'

type Role = (typeof subscriptionRoleRoleValues)[number]

/** What each role on a subscription can do, the least first. */
export const ROLES: readonly (readonly [Role, string])[] = [
  ['reader', 'Reader: can read'],
  ['contributor', 'Contributor: can read and change'],
  ['owner', 'Owner: can change, gets notices'],
]

export const readRole = (text: string): Role =>
  subscriptionRoleRoleValues.find((role) => role === text) ?? 'reader'
