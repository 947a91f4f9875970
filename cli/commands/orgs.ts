import { dataOf } from '../../client/api-client.ts'
import type { components } from '../../client/generated/app-management.ts'
import { type Command, type Group, oneOf } from '../command.ts'
import { confirm, YES } from '../terminal/confirm.ts'
import { type Column, printFields, printName, printRows } from '../terminal/output.ts'

type Organization = components['schemas']['Organization']

const COLUMNS: readonly Column<Organization>[] = [
  { header: 'Organization', value: ({ name }) => name },
  { header: 'Name', value: ({ display_name }) => display_name, kind: 'prose' },
  { header: 'Created', value: ({ created_at }) => created_at, kind: 'time' },
]

const list: Command = {
  name: 'list',
  about: 'list your organizations',
  example: 'binnacle orgs list',
  async run(context) {
    const client = await context.appManagement()
    const organizations = await dataOf(client.GET('/v0.1/orgs'))
    printRows(context, organizations, COLUMNS)
    if (organizations.length === 0 && context.io.stderrIsTty) {
      context.io.printStatus(
        'You are not a member of any organization. To create one: binnacle orgs create "Harbour crew"\n',
      )
    }
  },
}

const show: Command = {
  name: 'show <org>',
  about: 'show an organization',
  example: 'binnacle orgs show harbour',
  async run(context, { args: [org_name = ''] }) {
    const client = await context.appManagement()
    const path = { org_name }
    const organization = await dataOf(client.GET('/v0.1/orgs/{org_name}', { params: { path } }))
    printFields(context, organization, COLUMNS)
  },
}

const create: Command = {
  name: 'create <display-name>',
  about: 'create an organization and print its name',
  example: 'binnacle orgs create "Lighthouse crew"',
  options: [['--name <name>', 'the name in URLs (default: derived from the display name)']],
  async run(context, given) {
    const [display_name = ''] = given.args
    const name = given.text('name')
    const client = await context.appManagement()
    const body = { display_name, ...(name !== undefined && { name }) }
    const organization = await dataOf(client.POST('/v0.1/orgs', { body }))
    printName(context, organization.name, organization)
    context.report(`Created the organization ${organization.name}.`)
  },
}

type TokenLife = components['schemas']['OrganizationTokenLife']

const LIFE_COLUMNS: readonly Column<TokenLife>[] = [
  { header: 'Maximum lifetime', value: ({ effective }) => toDays(effective.longest_days) },
  { header: 'Default lifetime', value: ({ effective }) => toDays(effective.default_days) },
]

const toDays = (days: number | null) => (days === null ? 'no limit' : `${days} days`)

const tokenLife: Command = {
  name: 'token-life <org>',
  about: 'show or set how long new API tokens of an organization and its apps are valid',
  example: 'binnacle orgs token-life harbour --longest 90 --default 30',
  options: [
    ['--longest <days>', 'the maximum lifetime; 0 removes the limit'],
    ['--default <days>', 'the lifetime if no expiry is requested; 0 removes the default'],
  ],
  async run(context, given) {
    const [org_name = ''] = given.args
    const client = await context.appManagement()
    const params = { path: { org_name } }
    const path = '/v0.1/orgs/{org_name}/token_life'
    const now = await dataOf(client.GET(path, { params }))
    const [longest, usual] = [given.whole('longest'), given.whole('default')]
    if (longest === undefined && usual === undefined) return printFields(context, now, LIFE_COLUMNS)
    const body = {
      longest_days: (longest ?? now.longest_days) || null,
      default_days: (usual ?? now.default_days) || null,
    }
    printFields(context, await dataOf(client.PUT(path, { params, body })), LIFE_COLUMNS)
  },
}

const SECOND_FACTOR = ['required', 'optional'] as const

const SECOND_FACTOR_COLUMNS: readonly Column<Organization>[] = [
  {
    header: 'Second factor',
    value: ({ requires_second_factor }) => (requires_second_factor ? 'required' : 'optional'),
  },
]

const secondFactor: Command = {
  name: 'second-factor <org>',
  about: 'show or set whether the members of an organization need a second factor',
  example: 'binnacle orgs second-factor harbour',
  options: [['--set <value>', SECOND_FACTOR.join(' or ')]],
  async run(context, given) {
    const [org_name = ''] = given.args
    const value = given.text('set')
    const chosen = value === undefined ? undefined : oneOf(SECOND_FACTOR, value, '--set')
    const client = await context.appManagement()
    const params = { path: { org_name } }
    const path = '/v0.1/orgs/{org_name}'
    const body = { requires_second_factor: chosen === 'required' }
    const organization = await dataOf(
      chosen === undefined ? client.GET(path, { params }) : client.PATCH(path, { params, body }),
    )
    printFields(context, organization, SECOND_FACTOR_COLUMNS)
  },
}

const remove: Command = {
  name: 'delete <org>',
  about: 'delete an organization and all its apps and tokens',
  example: 'binnacle orgs delete old-crew --yes',
  options: [YES],
  async run(context, given) {
    const [org_name = ''] = given.args
    await confirm(context, given, {
      question: `Delete the organization ${org_name}?`,
      consequence: 'Its apps will be deleted too, and their tokens will stop working.',
      name: org_name,
    })
    const client = await context.appManagement()
    await client.DELETE('/v0.1/orgs/{org_name}', { params: { path: { org_name } } })
    context.report(`Deleted the organization ${org_name}.`)
  },
}

export const orgs: Group = {
  name: 'orgs',
  about: 'manage your organizations',
  commands: [list, show, create, tokenLife, secondFactor, remove],
}
