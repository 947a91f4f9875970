import { RequestError } from '../../../platform/errors.ts'

export const statusPageOff = () =>
  new RequestError(
    'not-found',
    'StatusPageOff',
    'This installation has no public status page. Sign in to read events, or ask your administrator to set STATUS_PAGE=true.',
  )
