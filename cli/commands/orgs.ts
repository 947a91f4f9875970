import { dataOf } from '../../client/api-client.ts'
import type { components } from '../../client/generated/app-management.ts'
import type { Command, Group } from '../command.ts'
import { confirm, YES } from '../confirm.ts'
import { type Column, printFacts, printName, printRows } from '../output.ts'

type Organization = components['schemas']['Organization']

const COLUMNS: readonly Column<Organization>[] = [
  { header: 'Organization', value: ({ name }) => name },
  { header: 'Name', value: ({ display_name }) => display_name, kind: 'prose' },
  { header: 'Created', value: ({ created_at }) => created_at, kind: 'time' },
]

const list: Command = {
  name: 'list',
  about: 'the organizations you belong to',
  example: 'binnacle orgs list',
  async run(context) {
    const client = await context.appManagement()
    const organizations = await dataOf(client.GET('/v0.1/orgs'))
    printRows(context, organizations, COLUMNS)
    if (organizations.length === 0 && context.io.isHeard) {
      context.io.talk(
        'You belong to no organization. Create one: binnacle orgs create "Harbour crew"\n',
      )
    }
  },
}

const show: Command = {
  name: 'show <org>',
  about: 'one organization',
  example: 'binnacle orgs show harbour',
  async run(context, { args: [org_name = ''] }) {
    const client = await context.appManagement()
    const path = { org_name }
    const organization = await dataOf(client.GET('/v0.1/orgs/{org_name}', { params: { path } }))
    printFacts(context, organization, COLUMNS)
  },
}

const create: Command = {
  name: 'create <display-name>',
  about: 'make an organization, and print its name in addresses',
  example: 'binnacle orgs create "Lighthouse crew"',
  options: [['--name <name>', 'the name in addresses; made from the display name otherwise']],
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

const remove: Command = {
  name: 'delete <org>',
  about: 'delete an organization with its apps, members and tokens',
  example: 'binnacle orgs delete old-crew --yes',
  options: [YES],
  async run(context, given) {
    const [org_name = ''] = given.args
    await confirm(context, given, {
      deed: `Delete the organization ${org_name}?`,
      consequence: 'Its apps go with it, and what uses their tokens will get 401 from now on.',
      name: org_name,
    })
    const client = await context.appManagement()
    await client.DELETE('/v0.1/orgs/{org_name}', { params: { path: { org_name } } })
    context.report(`Deleted the organization ${org_name}.`)
  },
}

export const orgs: Group = {
  name: 'orgs',
  about: 'the organizations you belong to',
  commands: [list, show, create, remove],
}
