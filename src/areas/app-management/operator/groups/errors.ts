import { RequestError } from '../../../../platform/errors.ts'

const notFound = (code: string, message: string) => new RequestError('not-found', code, message)

export const groupNotFound = (id: string) =>
  notFound(
    'GroupNotFound',
    `The group ${id} does not exist. List the groups at /operator/v1/groups.`,
  )

export const groupExists = (id: string) =>
  new RequestError(
    'conflict',
    'GroupExists',
    `The group is already registered, with the id ${id}. Use this id.`,
  )

export const issuerWithoutSignIn = (issuer: string) =>
  new RequestError(
    'invalid',
    'IssuerNotTrusted',
    `People cannot sign in at ${issuer}, so it does not send their groups. Use an issuer that has signIn in TRUSTED_ISSUERS, exactly as it is written there.`,
  )

export const groupRoleNotFound = (groupId: string) =>
  notFound(
    'RoleNotFound',
    `The group does not have a role in this organization. List its roles at /operator/v1/groups/${groupId}/organizations.`,
  )
