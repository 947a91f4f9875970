import { accountNotFound } from '../../../directory/accounts/errors.ts'
import * as store from '../../../directory/accounts/store.ts'
import { operatorOperation } from '../../../directory/operators/operation.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../platform/http/schema.ts'
import type { RealClock } from '../../../platform/time.ts'
import { isUuid } from '../../../platform/uuid.ts'
import type { TrustedIssuer } from '../../trusted-issuers.ts'
import { addIdentity, listIdentities, removeIdentity } from './actions.ts'
import { Identity, IdentityList, IdentityQuery } from './wire.ts'

const PATH = '/operator/v1/accounts/:account_id/identities'
const tag = 'accounts'
const Id = pathParams('account_id')

export type IdentityDeps = Readonly<{
  db: Db
  realTime: RealClock
  trustedIssuers: readonly TrustedIssuer[]
}>

/** The identities at trusted issuers that an account signs in with. */
export function identityRoutes(app: Routes, deps: IdentityDeps): void {
  const { db } = deps
  app.get(
    PATH,
    operatorOperation('listIdentities', {
      tag,
      summary: 'List the identities of an account at trusted issuers',
      params: Id,
      answers: { 200: answer('The identities.', ref(IdentityList)) },
    }),
    async ({ params: { account_id: id } }) => {
      if (!isUuid(id) || !(await store.hasAccount(db, id))) throw accountNotFound(id)
      return { value: await listIdentities(db, id) }
    },
  )
  app.post(
    PATH,
    operatorOperation('linkIdentity', {
      tag,
      summary: 'Connect an identity at a trusted issuer with an account',
      params: Id,
      body: ref(Identity),
      answers: { 200: answer('The identities.', ref(IdentityList)) },
    }),
    async ({ call, params: { account_id: id }, body }) => {
      if (!isUuid(id)) throw accountNotFound(id)
      return { value: await addIdentity(db, call, deps, id, body) }
    },
  )
  app.delete(
    PATH,
    operatorOperation('unlinkIdentity', {
      tag,
      summary:
        'Disconnect an identity at a trusted issuer from an account, and sign the account out everywhere',
      params: Id,
      querystring: IdentityQuery,
      answers: NO_CONTENT,
    }),
    async ({ call, params: { account_id: id }, query }, reply) => {
      if (!isUuid(id)) throw accountNotFound(id)
      await removeIdentity(db, call, deps, id, query)
      return reply.code(204).send()
    },
  )
}
