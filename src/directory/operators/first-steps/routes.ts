import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { principalOf } from '../../caller.ts'
import { operatorOperation } from '../operation.ts'
import { sendTestMail } from './actions.ts'
import { type Installation, toFirstSteps } from './rules.ts'
import { findDone } from './store.ts'
import { FirstStepList, TestMail } from './wire.ts'

const tag = 'first-steps'

export type FirstStepDeps = Readonly<{
  db: Db
  mailer: Mailer
  issuers: Omit<Installation, 'hasMail'>
}>

export function firstStepRoutes(app: Routes, { db, mailer, issuers }: FirstStepDeps): void {
  const installation = { ...issuers, hasMail: mailer.isOn }
  app.get(
    '/operator/v1/first-steps',
    operatorOperation('listFirstSteps', {
      tag,
      summary: 'List what a new installation needs, and whether it is done',
      description:
        'Leaves out `mail` if the installation sends no e-mail, `issuer` if there is no trusted issuer, and `second-operator` if a trusted issuer decides who is an operator.',
      answers: { 200: answer('The steps, in their order.', ref(FirstStepList)) },
    }),
    async ({ call: { caller } }) =>
      toFirstSteps(await findDone(db, principalOf(caller), installation), installation),
  )
  app.post(
    '/operator/v1/test-mail',
    operatorOperation('sendTestMail', {
      tag,
      summary: 'Send a test e-mail to yourself',
      answers: { 202: answer('The e-mail will be sent at once.', ref(TestMail)) },
    }),
    async ({ call }, reply) =>
      reply.code(202).send({ email: await sendTestMail(db, mailer, call) }),
  )
}
