import type { AppRank } from '../access.ts'
import type { App } from './wire.ts'

/** On the wire an owner of the app is a manager of it. */
export function toPermission(rank: AppRank): App['member_permissions'][number] {
  return rank === 'owner' ? 'manager' : rank
}
