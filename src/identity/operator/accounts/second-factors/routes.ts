import { accountNotFound } from '../../../../directory/accounts/errors.ts'
import { operatorOperation } from '../../../../directory/operators/operation.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { NO_CONTENT, pathParams } from '../../../../platform/http/schema.ts'
import type { Mailer } from '../../../../platform/mail/mailer.ts'
import type { RealClock } from '../../../../platform/time.ts'
import { isUuid } from '../../../../platform/uuid.ts'
import { resetSecondFactors } from './actions.ts'

export type SecondFactorDeps = Readonly<{ db: Db; realTime: RealClock; mailer: Mailer }>

export function secondFactorRoutes(app: Routes, deps: SecondFactorDeps): void {
  app.post(
    '/operator/v1/accounts/:account_id/second-factors/reset',
    operatorOperation('resetSecondFactors', {
      tag: 'accounts',
      summary: 'Remove all second factors of an account, and sign it out everywhere',
      description:
        'Passkeys, the authenticator app and recovery codes are removed. The account signs in with its password or its issuer, and sets up a second factor at the next sign-in if it needs one. The account is notified by e-mail if e-mail is set up.',
      params: pathParams('account_id'),
      answers: NO_CONTENT,
    }),
    async ({ call, params: { account_id: id } }, reply) => {
      if (!isUuid(id)) throw accountNotFound(id)
      await resetSecondFactors(deps.db, call, deps, id)
      return reply.code(204).send()
    },
  )
}
