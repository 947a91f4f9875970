import { RequestError } from '../../../../platform/errors.ts'

const notFound = (code: string, message: string) => new RequestError('not-found', code, message)

export const accountNotFound = (id: string) =>
  notFound('AccountNotFound', `There is no account ${id}. List them at /operator/v1/accounts.`)

export const organizationNotFound = (id: string) =>
  notFound(
    'OrganizationNotFound',
    `There is no organization ${id}. List them at /operator/v1/organizations.`,
  )

export const appNotFound = (owner: string, app: string) =>
  notFound('AppNotFound', `There is no app ${owner}/${app}. Check the names of owner and app.`)

export const tokenNotFound = (id: string) =>
  notFound(
    'TokenNotFound',
    `There is no token ${id} here, or it is revoked already. List the tokens to see their ids.`,
  )
