import { RequestError } from '../../../../platform/errors.ts'

const notFound = (code: string, message: string) => new RequestError('not-found', code, message)

export const appNotFound = (owner: string, app: string) =>
  notFound(
    'AppNotFound',
    `The app ${owner}/${app} does not exist. Check the names of the owner and the app.`,
  )

export const tokenNotFound = (id: string) =>
  notFound(
    'TokenNotFound',
    `The token ${id} does not exist, or it is already revoked. List the tokens to see their ids.`,
  )
