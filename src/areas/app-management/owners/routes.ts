import type { FastifyInstance } from 'fastify'
import type { Account } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import { userTokenRequired } from '../errors.ts'
import { operation } from '../operation.ts'
import { changeProfile } from './actions.ts'
import type { AccountRow } from './store.ts'
import { UserChange, UserProfile } from './wire.ts'

export function ownerRoutes(app: FastifyInstance, db: Db): void {
  const shown = { 200: answer('The profile.', ref(UserProfile)) }
  app.get(
    '/v0.1/user',
    operation('getUser', 'read own account', {
      tag: 'user',
      summary: 'The profile of the calling user',
      answers: shown,
    }),
    // The account came with the check of the token: asking for it again would be a second read.
    async ({ call: { caller } }) => {
      if (caller.kind !== 'user') throw userTokenRequired(caller.kind)
      return toUserProfile(caller.account)
    },
  )
  app.patch<{ Body: UserChange }>(
    '/v0.1/user',
    operation('updateUser', 'change own account', {
      tag: 'user',
      summary: 'Change your profile',
      body: ref(UserChange),
      answers: shown,
    }),
    async ({ call, body }) => toUserProfile(toAccount(await changeProfile(db, call, body))),
  )
}

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  displayName: row.display_name,
  email: row.email,
  avatarUrl: row.avatar_url,
  createdAt: row.created_at,
})

export function toUserProfile(account: Account): UserProfile {
  return {
    id: account.id,
    name: account.name,
    display_name: account.displayName,
    email: account.email,
    avatar_url: account.avatarUrl,
    // No account has a password yet.
    can_change_password: false,
    origin: 'appcenter',
    created_at: account.createdAt.toISOString(),
  }
}
