import { Type } from 'typebox'
import { toAccount } from '../../../directory/accounts/rules.ts'
import type { Account } from '../../../directory/caller.ts'
import { listOperators } from '../../../directory/notices/store.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import { operation } from '../operation.ts'
import { changeProfile } from './actions.ts'
import { UserChange, UserProfile } from './wire.ts'

/** `hasPasswords`: passwords are kept here, and whoever has one can change it. */
export function ownerRoutes(app: Routes, db: Db, hasPasswords: boolean): void {
  const ownProfile = (account: Account, { hasPassword = false, isOperator }: Account) => ({
    ...toUserProfile(account),
    can_change_password: hasPasswords && hasPassword,
    ...(isOperator !== undefined && { is_operator: isOperator }),
  })
  const shown = { 200: answer('The profile.', ref(UserProfile)) }
  app.get(
    '/v0.1/user',
    operation('getUser', 'read own account', {
      tag: 'user',
      summary: 'Get your profile',
      answers: shown,
    }),
    // The account came with the check of the token: asking for it again would be a second read.
    ({ call: { caller } }) => ownProfile(caller.account, caller.account),
  )
  app.patch(
    '/v0.1/user',
    operation('updateUser', 'change own account', {
      tag: 'user',
      summary: 'Change your profile',
      body: ref(UserChange),
      answers: shown,
    }),
    async ({ call, body }) =>
      ownProfile(toAccount(await changeProfile(db, call, body)), call.caller.account),
  )
  app.get(
    '/v0.1/operators',
    operation('listOperators', 'read own account', {
      tag: 'user',
      summary: 'List operators of the installation, who can give you a role on a subscription',
      description: 'Lists the display names of at most ten operators who can sign in.',
      isOurs: true,
      answers: { 200: answer('The operators.', Type.Array(Type.String())) },
    }),
    async () => {
      const rows = await listOperators(db, MOST_OPERATORS)
      return rows.map(({ display_name }) => display_name)
    },
  )
}

const MOST_OPERATORS = 10

export function toUserProfile(account: Account): UserProfile {
  return {
    id: account.id,
    name: account.name,
    display_name: account.displayName,
    email: account.email,
    avatar_url: null,
    // Nobody changes the password of somebody else; whoever asks about themselves is told the truth.
    can_change_password: false,
    origin: 'appcenter',
    created_at: account.createdAt.toISOString(),
  }
}
