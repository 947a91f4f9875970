import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { caller, NEW_TOKEN } from '../../support/http/http.ts'
import { insertSecondFactor } from '../../support/http/second-factor.ts'
import { insertPerson } from '../../support/world/world.ts'
import type { ManagementStage } from './management-stage.ts'
import type { RefusalOn } from './page.ts'
import type { Refusal } from './refusals.ts'

/** What the error body may have besides: only what requires a second factor says where to give it. */
export const confirmationIn = ({ code, confirm_url: url }: Record<string, string>) =>
  code === 'SecondFactorRequired' && url !== undefined
    ? { confirm_url: expect.any(String), confirm_code: expect.any(String) }
    : {}

/** Makes a bearer of the installation, but for what is changed. */
type Forge = (changes: object) => Promise<string>

/** Somebody with a second factor creates a Full access token, in a session or in none. */
const createToken =
  (forge: Forge, session: object): Refusal['provoke'] =>
  async ({ call, db }) => {
    const { id } = await insertPerson(db)
    await insertSecondFactor(db, id)
    const headers = { Authorization: `Bearer ${await forge({ sub: id, ...session })}` }
    return call(undefined, 'POST', '/v0.1/api_tokens', NEW_TOKEN, headers)
  }

export const stepUpRefusals = (forge: Forge): Record<string, Refusal> => ({
  secondFactorRequired: {
    when: 'Creating a Full access token, granting the admin role of an organization, or leaving or deleting an organization that requires a second factor, as a signed-in person who has or needs a second factor and has not used it in the last 15 minutes',
    provoke: createToken(forge, { sid: randomUUID() }),
  },
  secondFactorWithoutSession: {
    when: 'The same, with an access token that does not belong to a session',
    provoke: createToken(forge, {}),
  },
})

export const operatorStepUpRefusals: Record<string, RefusalOn<ManagementStage>> = {
  secondFactorRequired: {
    when: 'A change by a person who has not used a second factor in the last 15 minutes',
    about: 'varies',
    provoke: async ({ forge, installation, database: { db }, server }) => {
      const { id } = await insertPerson(db)
      await db.updateTable('account').set({ is_operator: true }).where('id', '=', id).execute()
      await insertSecondFactor(db, id)
      const account = { aud: `${installation.origin}/v0.1`, scope: 'account', client_id: 'portal' }
      const bearer = await forge({ sub: id, sid: randomUUID(), ...account })
      const headers = { Authorization: `Bearer ${bearer}` }
      // The last operator stays another.
      const answer = await caller(server)(undefined, 'POST', '/operator/v1/accounts', {}, headers)
      await db.updateTable('account').set({ is_operator: false }).where('id', '=', id).execute()
      return answer
    },
  },
}
