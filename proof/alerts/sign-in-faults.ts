import { randomUUIDv7 } from 'node:crypto'
import { insertClient, insertPassword } from '../../test/support/http/signed-in.ts'
import { insertPerson } from '../../test/support/world/world.ts'
import { makeGuest, openForm } from '../guesses/guest.ts'
import type { Fault } from './fault.ts'
import { repeat } from './load.ts'
import type { Stage } from './stage.ts'

const WRONG = { login: 'ada', password: 'not the password of ada' }

export async function prepareSignIns({ db }: Stage): Promise<void> {
  await insertPassword(db, (await insertPerson(db, WRONG.login)).id)
  await insertClient(db, 'spa', ['implicit'], { principalId: randomUUIDv7() })
}

const REQUEST = new URLSearchParams({
  client_id: 'spa',
  response_type: 'token',
  redirect_uri: 'https://client.example/back',
  scope: 'user_impersonation',
})

/** The first step, which the provider writes to the database. */
export const beginSignIn = (url: string) =>
  fetch(`${url}/oauth2/auth?${REQUEST}`, { redirect: 'manual' })

export const SIGN_IN_FAULTS: readonly Fault[] = [
  {
    alerts: ['BinnacleSignInsFailing'],
    async cause({ server }) {
      // Each guess from a network that was never seen and for another login, so that none has to wait.
      const guess = async (nth: number) => {
        const address = `2001:db9:${nth.toString(16)}::1`
        const visit = makeGuest(server.url(), { forwardedFor: () => address })
        await visit(await openForm(visit), { ...WRONG, login: `person-${nth}` })
      }
      return { end: repeat(300, guess).stop }
    },
  },
  {
    alerts: ['BinnacleSignInsThrottled'],
    async cause({ server }) {
      const visit = makeGuest(server.url(), { forwardedFor: () => '198.51.100.7' })
      const form = await openForm(visit)
      return { end: repeat(200, () => visit(form, WRONG)).stop }
    },
  },
]
