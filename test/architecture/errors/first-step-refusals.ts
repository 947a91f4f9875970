import type * as errors from '../../../src/directory/operators/errors.ts'
import { caller } from '../../support/http/http.ts'
import type { ManagementStage } from './management-stage.ts'
import type { RefusalOn } from './page.ts'

type OfFirstSteps = Exclude<keyof typeof errors, 'operatorRequired' | 'invalidTime'>

export const firstStepRefusals: Record<OfFirstSteps, RefusalOn<ManagementStage>> = {
  mailOff: {
    when: 'A test e-mail, without `SMTP`',
    provoke: ({ callAsOperator }) => callAsOperator('POST', '/test-mail'),
  },
  addressMissing: {
    when: 'A test e-mail to a service account',
    provoke: ({ callAsService }) => callAsService('POST', '/test-mail'),
  },
  mailLimited: {
    when: 'A test e-mail to somebody who has had enough e-mails on that day',
    provoke: async ({ withMail, database, signInAs }) => {
      const operator = database.db.selectFrom('account').where('is_operator', '=', true)
      const { id } = await operator.select('id').executeTakeFirstOrThrow()
      const headers = { Authorization: `Bearer ${await signInAs(id)}` }
      const ask = () =>
        caller(withMail)(undefined, 'POST', '/operator/v1/test-mail', undefined, headers)
      for (let n = 0; n < 20; n++) await ask()
      return ask()
    },
  },
}
