import { dataOf } from '../../../client/api-client.ts'
import {
  type components,
  groupOrganizationRoleRoleValues,
} from '../../../client/generated/operator.ts'
import { listRows } from '../../../client/pages.ts'
import { type Command, type Group as CommandGroup, oneOf } from '../../command.ts'
import { usage } from '../../failure.ts'
import { confirm, YES } from '../../terminal/confirm.ts'
import { type Column, printName, printRows } from '../../terminal/output.ts'
import { findByName } from './names.ts'

type Group = components['schemas']['Group']
type Role = components['schemas']['GroupOrganization']

const ROLES = [...groupOrganizationRoleRoleValues, 'none'] as const

const COLUMNS: readonly Column<Group>[] = [
  { header: 'Group', value: ({ value }) => value },
  { header: 'Name', value: ({ display_name }) => display_name, kind: 'prose' },
  { header: 'Issuer', value: ({ issuer }) => issuer, isExtra: true },
  { header: 'Members', value: ({ members }) => members, kind: 'number' },
]

const ROLE_COLUMNS: readonly Column<Role>[] = [
  { header: 'Organization', value: ({ name }) => name },
  { header: 'Role', value: ({ role }) => role },
]

const list: Command = {
  name: 'list',
  about: 'list the registered groups',
  example: 'binnacle operator groups list',
  async run(context) {
    const client = await context.operator()
    const found = await listRows((query) =>
      client.GET('/operator/v1/groups', { params: { query } }),
    )
    printRows(context, found, COLUMNS)
  },
}

const add: Command = {
  name: 'add <value>',
  about: 'register a group of a trusted issuer, so that it can have roles',
  example: 'binnacle operator groups add engineering --issuer $ISSUER --name Engineers',
  options: [
    ['--issuer <url>', 'the issuer, as in TRUSTED_ISSUERS'],
    ['--name <text>', 'the display name (default: the value)'],
  ],
  async run(context, given) {
    const [value = ''] = given.args
    const display_name = given.text('name')
    const issuer = given.need('issuer')
    const client = await context.operator()
    const body = { issuer, value, ...(display_name !== undefined && { display_name }) }
    const group = await dataOf(client.POST('/operator/v1/groups', { body }))
    printName(context, group.display_name, group)
    context.report(`Registered the group ${value}. People join it with their next sign-in.`)
  },
}

const ORGANIZATIONS = '/operator/v1/groups/{group_id}/organizations'

const roles: Command = {
  name: 'roles <group>',
  about: 'show or set the roles that a group gives in organizations',
  example: 'binnacle operator groups roles Engineers --org harbour --role member',
  options: [
    ['--org <org>', 'the organization'],
    ['--role <role>', `one of ${ROLES.join(', ')}; none takes the role away`],
    YES,
  ],
  async run(context, given) {
    const [text = ''] = given.args
    const [org, wanted] = [given.text('org'), given.text('role')]
    const client = await context.operator()
    if (org === undefined && wanted === undefined) {
      const path = { group_id: (await findByName(client, 'group', text)).id }
      const found = await listRows((query) =>
        client.GET(ORGANIZATIONS, { params: { path, query } }),
      )
      return printRows(context, found, ROLE_COLUMNS)
    }
    if (org === undefined || wanted === undefined) throw usage('--org and --role go together.')
    const role = oneOf(ROLES, wanted, '--role')
    const { id: group_id } = await findByName(client, 'group', text)
    const { id: organization_id } = await findByName(client, 'organization', org)
    const params = { path: { group_id, organization_id } }
    if (role === 'none') {
      await confirm(context, given, {
        question: `Take the role of ${text} in ${org} away?`,
        consequence: 'Members who have a role there only through the group will be removed.',
      })
      await client.DELETE(`${ORGANIZATIONS}/{organization_id}`, { params })
      return context.report(`${text} no longer gives a role in ${org}.`)
    }
    await client.PUT(`${ORGANIZATIONS}/{organization_id}`, { params, body: { role } })
    context.report(`${text} now gives the role ${role} in ${org}.`)
  },
}

const remove: Command = {
  name: 'remove <group>',
  about: 'remove a registered group, with its roles',
  example: 'binnacle operator groups remove old-hands --yes',
  options: [YES],
  async run(context, given) {
    const [text = ''] = given.args
    const client = await context.operator()
    const { id: group_id } = await findByName(client, 'group', text)
    await confirm(context, given, {
      question: `Remove the group ${text}?`,
      consequence: 'Whoever has a role only through it will lose the role immediately.',
    })
    await client.DELETE('/operator/v1/groups/{group_id}', { params: { path: { group_id } } })
    context.report(`Removed the group ${text}.`)
  },
}

export const operatorGroups: CommandGroup = {
  name: 'groups',
  about: 'register groups of trusted issuers, and set their roles in organizations',
  commands: [list, add, roles, remove],
}
