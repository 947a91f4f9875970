import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { operatorOperation } from '../../../platform/http/operator-operation.ts'
import { PAGE_SIZE, PageQuery, readIdCursor, toPage } from '../../../platform/http/paging.ts'
import { answer, DONE, ref } from '../../../platform/http/schema.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { accountNotFound, signInOff } from '../errors.ts'
import {
  type AccountTokens,
  addAccount,
  type Changed,
  type ChangeEmail,
  type CreateAccount,
  changeAccount,
  resetAccount,
  signOutAccount,
} from './actions.ts'
import * as store from './store.ts'
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
  search: Type.Optional(Type.String({ maxLength: 200, description: 'In name or e-mail.' })),
  ...PageQuery,
})

type Deps = Readonly<{
  db: Db
  config: Config
  clock: Clock
  createAccount: CreateAccount
  changeEmail: ChangeEmail
  tokens: AccountTokens
  /** The bundled sign-in is on, so there are passwords to set. */
  hasSignIn: boolean
}>
type Id = { Params: { account_id: string } }

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  allAccountsRoutes(app, deps)
  oneAccountRoutes(app, deps)
  signOutRoutes(app, deps)
}

const toLink = ({ publicUrl }: Config, secret: string | undefined) =>
  secret === undefined ? null : `${publicUrl}/oauth2/set-password/${secret}`

function allAccountsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, createAccount, hasSignIn } = deps
  app.get<{ Querystring: { search?: string; $skiptoken?: string } }>(
    PATH,
    operatorOperation('listAccounts', {
      tag,
      summary: 'All accounts',
      querystring: Search,
      answers: { 200: answer('A page of accounts.', ref(AccountList)) },
    }),
    async ({ query: { search, $skiptoken } }) => {
      const after = readIdCursor($skiptoken)
      const rows = await store.listAccounts(db, { after, search, limit: PAGE_SIZE + 1 })
      const rest = search === undefined ? '' : `&search=${encodeURIComponent(search)}`
      return toPage(
        rows,
        toAccount,
        ({ id }) => `${config.publicUrl}${PATH}?$skiptoken=${id}${rest}`,
      )
    },
  )
  app.post<{ Body: NewAccount }>(
    PATH,
    operatorOperation('createAccount', {
      tag,
      summary: 'Create an account',
      body: ref(NewAccount),
      answers: {
        201: answer('The account, and the link it signs in with first.', ref(AccountWithLink)),
      },
    }),
    async ({ call, body }, reply) => {
      const made = await addAccount(db, call, createAccount, body, hasSignIn)
      return reply
        .code(201)
        .send({ account: toAccount(made.account), password_link: toLink(config, made.secret) })
    },
  )
}

function oneAccountRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  app.get<Id>(
    `${PATH}/:account_id`,
    operatorOperation('getAccount', {
      tag,
      summary: 'An account',
      answers: { 200: answer('The account.', ref(OperatorAccount)) },
    }),
    async ({ params: { account_id: id } }) => {
      const row = isUuid(id) ? await store.findAccount(db, id) : undefined
      if (!row) throw accountNotFound(id)
      return toAccount(row)
    },
  )
  app.patch<Id & { Body: AccountChange }>(
    `${PATH}/:account_id`,
    operatorOperation('updateAccount', {
      tag,
      summary: 'Disable or enable an account, give or take the role of operator, change the e-mail',
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

function signOutRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, clock, hasSignIn } = deps
  app.post<Id>(
    `${PATH}/:account_id/sign-out`,
    operatorOperation('signOutAccount', {
      tag,
      summary: 'Sign an account out everywhere, whoever vouches for it',
      answers: DONE,
    }),
    async ({ call, params: { account_id: id } }, reply) => {
      if (!isUuid(id)) throw accountNotFound(id)
      await signOutAccount(db, call, clock, id)
      return reply.code(204).send()
    },
  )
  app.post<Id & { Body: AccountReset | null }>(
    `${PATH}/:account_id/reset`,
    operatorOperation('resetAccount', {
      tag,
      summary:
        'Sign an account out everywhere, end its tokens and make a link to set a new password',
      body: Type.Union([ref(AccountReset), Type.Null()]),
      answers: { 200: answer('The account and the link.', ref(ResetAccount)) },
    }),
    async ({ call, params: { account_id: id }, body }) => {
      if (!hasSignIn) throw signInOff()
      if (!isUuid(id)) throw accountNotFound(id)
      const which = body?.revoke_tokens ?? 'own'
      const reset = await resetAccount(db, call, deps, id, which)
      return {
        account: toAccount(reset.account),
        password_link: toLink(config, reset.secret),
        ...toNumbers(reset),
      }
    },
  )
}

const toNumbers = ({ account, ended }: Changed) => ({
  tokens_ended: ended.tokensEnded,
  tokens_left: account.token_count,
  links_ended: ended.linksEnded,
  clients_demoted: ended.clientsDemoted,
})

const toAccount = (row: store.AccountRow): OperatorAccount => ({
  id: row.id,
  name: row.name,
  display_name: row.display_name,
  email: row.email,
  is_operator: row.is_operator,
  disabled_at: row.disabled_at?.toISOString() ?? null,
  token_count: row.token_count,
  created_at: row.created_at.toISOString(),
})
