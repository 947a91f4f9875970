import { type Confirmation, RequestError } from '../../platform/errors.ts'
import { FRESH_FOR_MS } from './rules.ts'

/** RFC 9470: how recent the authentication has to be. */
const CHALLENGE = `Bearer error="insufficient_user_authentication", error_description="A second factor is required.", max_age="${FRESH_FOR_MS / 1000}"`

const NEEDED = 'This operation requires a second factor that was used in the last 15 minutes.'

/** `confirmation`: none if the access token does not name a session in which it could be given. */
export const secondFactorRequired = (confirmation: Confirmation | undefined) =>
  new RequestError(
    'unauthenticated',
    'SecondFactorRequired',
    confirmation
      ? `${NEEDED} Open ${confirmation.url}, check that the page shows the code ${confirmation.code}, and confirm. Then repeat the request.`
      : `${NEEDED} The access token does not belong to a session in which you could use it. Sign in with the portal or with binnacle login, or get a new access token from your issuer after you have signed in there with a second factor.`,
    { challenge: CHALLENGE, ...(confirmation && { confirmation }) },
  )
