import { RequestError } from '../../platform/errors.ts'
import type { SubscriptionRole } from './rules.ts'

const notFound = (code: string, message: string) => new RequestError('not-found', code, message)

export const subscriptionMissing = () =>
  new RequestError(
    'invalid',
    'InvalidSubscriptionId',
    'The path does not contain a subscription id. Put it after /subscriptions/.',
  )

export const subscriptionNotVisible = (id: string) =>
  notFound(
    'SubscriptionNotFound',
    `The subscription ${id} does not exist, or you do not have a role on it. Check the id, or ask your administrator for a role.`,
  )

export const roleTooLow = (right: string, roles: readonly SubscriptionRole[]) =>
  new RequestError(
    'forbidden',
    'AuthorizationFailed',
    `You do not have permission to ${right} on this subscription. You need the ${roles.join(' or ')} role. Ask an owner of the subscription or your administrator.`,
  )

// The operator API

export const subscriptionNotFound = (id: string) =>
  notFound(
    'SubscriptionNotFound',
    `The subscription ${id} does not exist. List the subscriptions at /operator/v1/subscriptions.`,
  )

export const subscriptionExists = (id: string) =>
  new RequestError(
    'conflict',
    'SubscriptionExists',
    `The subscription ${id} already exists. Choose another id.`,
  )

export const organizationNotFound = (id: string) =>
  notFound(
    'OrganizationNotFound',
    `The organization ${id} does not exist. List the organizations at /operator/v1/organizations.`,
  )

export const principalNotFound = (id: string) =>
  notFound(
    'PrincipalNotFound',
    `${id} is not an account, a service account, an organization or a group. Use the id of an account, organization or group, or the principal_id of a client.`,
  )

export const notAnOrganization = (id: string) =>
  new RequestError(
    'invalid',
    'InvalidRequestBody',
    `${id} is not an organization, so it does not have collaborators. Leave includes_collaborators out.`,
  )

export const roleNotFound = (id: string) =>
  notFound(
    'RoleNotFound',
    `${id} does not have a role on this subscription. List its roles to see who has one.`,
  )
