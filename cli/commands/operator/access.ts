import { type components, subscriptionRoleRoleValues } from '../../../client/generated/operator.ts'
import { listRows } from '../../../client/pages.ts'
import { type Command, type Group, oneOf } from '../../command.ts'
import { confirm, YES } from '../../terminal/confirm.ts'
import { type Column, printRows } from '../../terminal/output.ts'
import { findByName, findPrincipal, findSubscription, PRINCIPAL_OPTIONS } from './names.ts'

type Schemas = components['schemas']
type Role = Schemas['SubscriptionMember']
type Access = Schemas['SubscriptionAccess']
type OwnAccess = Schemas['AccountSubscription']
type Held = Pick<Access, 'role' | 'through'>

const ROLES = subscriptionRoleRoleValues
const SUBSCRIPTION = '/operator/v1/subscriptions/{subscription_id}'

const ROLE_COLUMNS: readonly Column<Role>[] = [
  { header: 'Kind', value: ({ kind }) => kind },
  { header: 'Name', value: ({ name }) => name },
  { header: 'Role', value: ({ role }) => role },
  { header: 'Members', value: ({ members }) => members, kind: 'number' },
  { header: 'Collaborators', value: (row) => (row.includes_collaborators ? 'yes' : '') },
  { header: 'Granted', value: ({ granted_at }) => granted_at, kind: 'time', isExtra: true },
]

const throughOf = ({ through }: Held) =>
  through.map(({ kind, name, role }) => `${kind} ${name} (${role})`).join(', ')

/** Nothing if a role remains that does not end by itself. */
function untilOf({ through }: Held): string | undefined {
  const ends = through.flatMap(({ ends_at }) => ends_at ?? [])
  return ends.length < through.length ? undefined : ends.toSorted().at(-1)
}

const HELD_COLUMNS: readonly Column<Held>[] = [
  { header: 'Role', value: ({ role }) => role },
  { header: 'Through', value: throughOf, kind: 'prose' },
  { header: 'Until', value: untilOf, kind: 'time' },
]

const ACCESS_COLUMNS: readonly Column<Access>[] = [
  { header: 'Name', value: ({ name }) => name },
  { header: 'E-mail', value: ({ email }) => email, isExtra: true },
  ...HELD_COLUMNS,
]

const OWN_COLUMNS: readonly Column<OwnAccess>[] = [
  { header: 'Subscription', value: ({ subscription_id }) => subscription_id },
  { header: 'Name', value: ({ display_name }) => display_name, kind: 'prose' },
  ...HELD_COLUMNS,
]

const list: Command = {
  name: 'list <subscription>',
  about: 'list the roles on a subscription, or the accounts that have access through them',
  example: 'binnacle operator access list sub-a --people',
  options: [['--people', 'list the accounts and service accounts, and what gives them access']],
  async run(context, given) {
    const [text = ''] = given.args
    const client = await context.operator()
    const { id: subscription_id } = await findSubscription(client, text)
    const path = { subscription_id }
    if (given.flag('people')) {
      const people = await listRows((query) =>
        client.GET(`${SUBSCRIPTION}/access`, { params: { path, query } }),
      )
      return printRows(context, people, ACCESS_COLUMNS)
    }
    const roles = await listRows((query) =>
      client.GET(`${SUBSCRIPTION}/roles`, { params: { path, query } }),
    )
    printRows(context, roles, ROLE_COLUMNS)
  },
}

const grant: Command = {
  name: 'grant <subscription> <role>',
  about: `give a role on a subscription: ${ROLES.join(', ')}`,
  example: 'binnacle operator access grant sub-a reader --org harbour',
  options: [
    ...PRINCIPAL_OPTIONS,
    ['--collaborators', 'give the role of the organization to its collaborators too'],
  ],
  async run(context, given) {
    const [text = '', wanted = ''] = given.args
    const role = oneOf(ROLES, wanted, 'The role')
    const client = await context.operator()
    const principal = await findPrincipal(client, given)
    const { id: subscription_id } = await findSubscription(client, text)
    await client.PUT(`${SUBSCRIPTION}/roles/{principal_id}`, {
      params: { path: { subscription_id, principal_id: principal.id } },
      body: { role, ...(given.flag('collaborators') && { includes_collaborators: true }) },
    })
    context.report(`${principal.name} now has the role ${role} on ${subscription_id}.`)
  },
}

const revoke: Command = {
  name: 'revoke <subscription>',
  about: 'take a role on a subscription away',
  example: 'binnacle operator access revoke sub-a --org harbour --yes',
  options: [...PRINCIPAL_OPTIONS, YES],
  async run(context, given) {
    const [text = ''] = given.args
    const client = await context.operator()
    const principal = await findPrincipal(client, given)
    const { id: subscription_id } = await findSubscription(client, text)
    await confirm(context, given, {
      question: `Take the role of ${principal.name} on ${subscription_id} away?`,
      consequence: 'Whoever has access only through it will lose access immediately.',
    })
    await client.DELETE(`${SUBSCRIPTION}/roles/{principal_id}`, {
      params: { path: { subscription_id, principal_id: principal.id } },
    })
    context.report(`${principal.name} no longer has a role on ${subscription_id}.`)
  },
}

const of: Command = {
  name: 'of <account>',
  about: 'list the subscriptions that an account has access to, and what gives it access',
  example: 'binnacle operator access of ada@example.com',
  async run(context, { args: [text = ''] }) {
    const client = await context.operator()
    const { id: account_id } = await findByName(client, 'account', text)
    const path = { account_id }
    const held = await listRows((query) =>
      client.GET('/operator/v1/accounts/{account_id}/subscriptions', { params: { path, query } }),
    )
    printRows(context, held, OWN_COLUMNS)
  },
}

export const operatorAccess: Group = {
  name: 'access',
  about: 'give, take and explain roles on subscriptions',
  commands: [list, grant, revoke, of],
}
