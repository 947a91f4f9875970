import type * as signInErrors from '../../../src/areas/app-management/sign-ins/errors.ts'
import type { Stage } from './refusal-stage.ts'
import type { Refusal } from './refusals.ts'

const NO_SESSION = '01a1dd03-7b80-7a71-811c-8bcccd5a6b46'

/** Of one's own sessions and grants. `forge`: a bearer of somebody who is signed in. */
export function ownSignInRefusals(
  forge: (claims: object) => Promise<string>,
): Record<keyof typeof signInErrors, Refusal> {
  const askAsAda = async ({ call, ada }: Stage, method: string, path: string) => {
    const headers = { Authorization: `Bearer ${await forge({ sub: ada.id })}` }
    return call(undefined, method, `/v0.1/user/${path}`, undefined, headers)
  }
  return {
    signInRequired: {
      when: 'An API token for an operation that only a signed-in person can use',
      provoke: ({ call, ada }) => call(ada.token, 'GET', '/v0.1/user/sessions'),
    },
    sessionNotFound: {
      when: 'A session that you do not have',
      provoke: (stage) => askAsAda(stage, 'DELETE', `sessions/${NO_SESSION}`),
    },
    grantNotFound: {
      when: 'An application that you have not granted access to your account',
      provoke: (stage) => askAsAda(stage, 'DELETE', 'grants/explorer'),
    },
  }
}
