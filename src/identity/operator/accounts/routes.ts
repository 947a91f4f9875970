import { Type } from 'typebox'
import { accountNotFound } from '../../../directory/accounts/errors.ts'
import * as store from '../../../directory/accounts/store.ts'
import { operatorOperation } from '../../../directory/operators/operation.ts'
import { RequestKeyHeaders } from '../../../directory/repeats/wire.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../platform/http/schema.ts'
import { type OpenPage, PAGE_SIZE, PageQuery } from '../../../platform/paging/page.ts'
import type { RealClock } from '../../../platform/time.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { signInOff } from '../errors.ts'
import {
  type AccountTokens,
  addAccount,
  type Changed,
  changeAccount,
  resetAccount,
  signOutAccount,
} from './actions.ts'
import { eraseAccount } from './erasure/actions.ts'
import {
  AccountChange,
  AccountList,
  AccountReset,
  AccountWithLink,
  ChangedAccount,
  NewAccount,
  OperatorAccount,
  ResetAccount,
} from './wire.ts'

const PATH = '/operator/v1/accounts'
const tag = 'accounts'
const Search = Type.Object({
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Text to find in the name or e-mail address.' }),
  ),
  ...PageQuery,
})

export type AccountDeps = Readonly<{
  db: Db
  publicUrl: string
  openPage: OpenPage
  realTime: RealClock
  tokens: AccountTokens
  /** The bundled sign-in is on, so there are passwords to set. */
  hasPasswords: boolean
}>
const Id = pathParams('account_id')

export function accountRoutes(app: Routes, deps: AccountDeps): void {
  allAccountsRoutes(app, deps)
  oneAccountRoutes(app, deps)
  signOutRoutes(app, deps)
  eraseRoute(app, deps)
}

const toLink = (publicUrl: string, secret: string | undefined) =>
  secret === undefined ? null : `${publicUrl}/oauth2/set-password/${secret}`

function allAccountsRoutes(app: Routes, deps: AccountDeps): void {
  const { db, publicUrl, openPage, realTime, hasPasswords } = deps
  app.get(
    PATH,
    operatorOperation('listAccounts', {
      tag,
      summary: 'List all accounts',
      querystring: Search,
      answers: { 200: answer('A page of accounts.', ref(AccountList)) },
    }),
    async ({ query: { search, $skiptoken: cursor }, url }) => {
      const page = openPage<{ id: string }>({ url, cursor, scope: ['accounts', search] })
      const after = page.after?.id
      const rows = await store.listAccounts(db, { after, search, limit: PAGE_SIZE + 1 })
      return page.answer(rows, toAccount, ({ id }) => ({ id }))
    },
  )
  app.post(
    PATH,
    operatorOperation('createAccount', {
      tag,
      summary: 'Create an account',
      headers: RequestKeyHeaders,
      body: ref(NewAccount),
      answers: {
        201: answer('The account, and the link to set its first password.', ref(AccountWithLink)),
      },
    }),
    async ({ call, body }, reply) => {
      const made = await addAccount(db, call, realTime, body, hasPasswords)
      return reply
        .code(201)
        .send({ account: toAccount(made.account), password_link: toLink(publicUrl, made.secret) })
    },
  )
}

function oneAccountRoutes(app: Routes, deps: AccountDeps): void {
  const { db } = deps
  app.get(
    `${PATH}/:account_id`,
    operatorOperation('getAccount', {
      tag,
      summary: 'Get an account',
      params: Id,
      answers: { 200: answer('The account.', ref(OperatorAccount)) },
    }),
    async ({ params: { account_id: id } }) => {
      const row = isUuid(id) ? await store.findAccount(db, id) : undefined
      if (!row) throw accountNotFound(id)
      return toAccount(row)
    },
  )
  app.patch(
    `${PATH}/:account_id`,
    operatorOperation('updateAccount', {
      tag,
      summary:
        'Disable or enable an account, grant or remove the operator role, or change the e-mail address',
      params: Id,
      body: ref(AccountChange),
      answers: { 200: answer('The account.', ref(ChangedAccount)) },
    }),
    async ({ call, params: { account_id: id }, body }) => {
      if (!isUuid(id)) throw accountNotFound(id)
      const changed = await changeAccount(db, call, deps, id, body)
      return { ...toAccount(changed.account), ...toNumbers(changed) }
    },
  )
}

function signOutRoutes(app: Routes, deps: AccountDeps): void {
  const { db, publicUrl, realTime, hasPasswords } = deps
  app.post(
    `${PATH}/:account_id/sign-out`,
    operatorOperation('signOutAccount', {
      tag,
      summary: 'Sign an account out everywhere',
      params: Id,
      answers: NO_CONTENT,
    }),
    async ({ call, params: { account_id: id } }, reply) => {
      if (!isUuid(id)) throw accountNotFound(id)
      await signOutAccount(db, call, realTime, id)
      return reply.code(204).send()
    },
  )
  app.post(
    `${PATH}/:account_id/reset`,
    operatorOperation('resetAccount', {
      tag,
      summary:
        'Sign an account out everywhere, revoke its tokens and create a link to set a new password',
      params: Id,
      body: Type.Union([ref(AccountReset), Type.Null()]),
      answers: { 200: answer('The account and the link.', ref(ResetAccount)) },
    }),
    async ({ call, params: { account_id: id }, body }) => {
      if (!hasPasswords) throw signInOff()
      if (!isUuid(id)) throw accountNotFound(id)
      const which = body?.revoke_tokens ?? 'own'
      const reset = await resetAccount(db, call, deps, id, which)
      return {
        account: toAccount(reset.account),
        password_link: toLink(publicUrl, reset.secret),
        ...toNumbers(reset),
      }
    },
  )
}

function eraseRoute(app: Routes, { db, realTime }: AccountDeps): void {
  app.post(
    `${PATH}/:account_id/erase`,
    operatorOperation('eraseAccount', {
      tag,
      summary: 'Remove the personal data of a disabled account',
      description:
        'Removes the name, display name, e-mail address, identities, password, second factors and IP addresses, including from the audit trail. The name and the e-mail address become available to others. Ids remain, with the apps, memberships and recorded changes of the account. This cannot be undone. If the account is already erased, nothing changes.',
      params: Id,
      answers: NO_CONTENT,
    }),
    async ({ call, params: { account_id: id } }, reply) => {
      if (!isUuid(id)) throw accountNotFound(id)
      await eraseAccount(db, call, realTime, id)
      return reply.code(204).send()
    },
  )
}

const toNumbers = ({ account, ended }: Changed) => ({
  tokens_ended: ended.tokensEnded,
  tokens_left: account.token_count,
  links_ended: ended.linksEnded,
  clients_demoted: ended.clientsDemoted,
  identities_ended: ended.identitiesEnded,
})

const toAccount = (row: store.AccountRow): OperatorAccount => ({
  id: row.id,
  name: row.name,
  display_name: row.display_name,
  email: row.email,
  is_operator: row.is_operator,
  disabled_at: row.disabled_at?.toISOString() ?? null,
  erased_at: row.erased_at?.toISOString() ?? null,
  token_count: row.token_count,
  created_at: row.created_at.toISOString(),
})
