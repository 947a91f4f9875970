import { dataOf } from '../../client/api-client.ts'
import type { components } from '../../client/generated/app-management.ts'
import { type Command, type Given, type Group, oneOf } from '../command.ts'
import { confirm, YES } from '../confirm.ts'
import { type Column, printFacts, printName, printRows } from '../output.ts'
import { appNameOf, needApp, toAppName } from '../places.ts'
import { remember } from '../profiles.ts'

type App = Omit<components['schemas']['App'], 'azure_subscription'>
type NewApp = components['schemas']['NewApp']

const SYSTEMS: readonly NewApp['os'][] = [
  'Android',
  'iOS',
  'macOS',
  'Tizen',
  'tvOS',
  'Windows',
  'Linux',
  'Custom',
]
const PLATFORMS: readonly NewApp['platform'][] = [
  'Java',
  'Objective-C-Swift',
  'UWP',
  'Cordova',
  'React-Native',
  'Xamarin',
  'Unity',
  'Electron',
  'WPF',
  'WinForms',
  'Custom',
]

const FACTS: readonly Column<App>[] = [
  { header: 'App', value: appNameOf },
  { header: 'Name', value: ({ display_name }) => display_name, kind: 'prose' },
  { header: 'Owner', value: ({ owner }) => owner.display_name, kind: 'prose' },
  { header: 'OS', value: ({ os }) => os },
  { header: 'Platform', value: ({ platform }) => platform },
  { header: 'Your role', value: ({ member_permissions }) => member_permissions.join(', ') },
  { header: 'Updated', value: ({ updated_at }) => updated_at, kind: 'time' },
]

const list: Command = {
  name: 'list',
  about: 'every app you can access, one owner/name per line',
  example: 'binnacle apps list',
  options: [['--org <name>', 'only those of this organization']],
  async run(context, given) {
    const client = await context.appManagement()
    const org_name = given.text('org')
    const apps = await dataOf(
      org_name === undefined
        ? client.GET('/v0.1/apps')
        : client.GET('/v0.1/orgs/{org_name}/apps', { params: { path: { org_name } } }),
    )
    if (context.format !== 'table') return printRows(context, apps, FACTS)
    // The same lines for a person and a program: names, and nothing around them.
    for (const app of apps) printName(context, appNameOf(app), app)
    if (apps.length === 0 && context.io.isHeard) {
      context.io.talk('You can access no app yet. Create one: binnacle apps create --help\n')
    }
  },
}

const show: Command = {
  name: 'show [app]',
  about: 'one app; the current one if none is named',
  example: 'binnacle apps show ada/tide-tables',
  async run(context, { args: [named] }) {
    const path = await needApp(context, named)
    const client = await context.appManagement()
    const app = await dataOf(client.GET('/v0.1/apps/{owner_name}/{app_name}', { params: { path } }))
    printFacts(context, app, [
      ...FACTS,
      { header: 'Description', value: ({ description }) => description },
    ])
  },
}

const create: Command = {
  name: 'create <display-name>',
  about: 'make an app of yours or of an organization, and print its owner/name',
  example: 'binnacle apps create "Storm watch" --os Linux --platform Custom',
  options: [
    ['--os <name>', `one of ${SYSTEMS.join(', ')}`],
    ['--platform <name>', `one of ${PLATFORMS.join(', ')}`],
    ['--name <name>', 'the name in addresses; made from the display name otherwise'],
    ['--description <text>', 'what it is for'],
    ['--org <name>', 'the organization that owns it; you otherwise'],
  ],
  async run(context, given) {
    const body = toNewApp(given)
    const org_name = given.text('org')
    const client = await context.appManagement()
    const app = await dataOf(
      org_name === undefined
        ? client.POST('/v0.1/apps', { body })
        : client.POST('/v0.1/orgs/{org_name}/apps', { params: { path: { org_name } }, body }),
    )
    printName(context, appNameOf(app), app)
    context.report(`Created the app ${appNameOf(app)}.`)
  },
}

function toNewApp(given: Given): NewApp {
  const [display_name = ''] = given.args
  const name = given.text('name')
  const description = given.text('description')
  return {
    display_name,
    os: oneOf(SYSTEMS, given.need('os'), '--os'),
    platform: oneOf(PLATFORMS, given.need('platform'), '--platform'),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  }
}

const setCurrent: Command = {
  name: 'set-current <app>',
  about: 'the app that commands mean when none is named',
  example: 'binnacle apps set-current ada/tide-tables',
  async run(context, { args: [named = ''] }) {
    const path = toAppName(named)
    const client = await context.appManagement()
    const app = await dataOf(client.GET('/v0.1/apps/{owner_name}/{app_name}', { params: { path } }))
    await remember(context, { app: appNameOf(app) })
    context.report(`Commands that name no app mean ${appNameOf(app)} from now on.`)
  },
}

const remove: Command = {
  name: 'delete <app>',
  about: 'delete an app with its members and tokens',
  example: 'binnacle apps delete ada/storm-glass --yes',
  options: [YES],
  async run(context, given) {
    const [named = ''] = given.args
    const path = toAppName(named)
    await confirm(context, given, {
      deed: `Delete the app ${named}?`,
      consequence: 'Its members lose it, and what uses its tokens will get 401 from now on.',
      name: named,
    })
    const client = await context.appManagement()
    await client.DELETE('/v0.1/apps/{owner_name}/{app_name}', { params: { path } })
    context.report(`Deleted the app ${named}.`)
  },
}

export const apps: Group = {
  name: 'apps',
  about: 'the apps you can access',
  commands: [list, show, create, setCurrent, remove],
}
