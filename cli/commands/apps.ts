import { dataOf } from '../../client/api-client.ts'
import {
  type components,
  newAppOsValues,
  newAppPlatformValues,
} from '../../client/generated/app-management.ts'
import { type Command, type Given, type Group, oneOf } from '../command.ts'
import { remember } from '../profile/profiles.ts'
import { appNameOf, needApp, toAppName } from '../targets.ts'
import { confirm, YES } from '../terminal/confirm.ts'
import { type Column, printFields, printName, printRows } from '../terminal/output.ts'

type App = Omit<components['schemas']['App'], 'azure_subscription'>
type NewApp = components['schemas']['NewApp']

const SYSTEMS = newAppOsValues
const PLATFORMS = newAppPlatformValues

const COLUMNS: readonly Column<App>[] = [
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
  about: 'list the apps you can access, one owner/name per line',
  example: 'binnacle apps list',
  options: [['--org <name>', 'only apps of this organization']],
  async run(context, given) {
    const client = await context.appManagement()
    const org_name = given.text('org')
    const apps = await dataOf(
      org_name === undefined
        ? client.GET('/v0.1/apps')
        : client.GET('/v0.1/orgs/{org_name}/apps', { params: { path: { org_name } } }),
    )
    if (context.format !== 'table') return printRows(context, apps, COLUMNS)
    // The same lines for a person and a program: names, and nothing around them.
    for (const app of apps) printName(context, appNameOf(app), app)
    if (apps.length === 0 && context.io.stderrIsTty) {
      context.io.printStatus(
        'You do not have access to any app. To create one, see: binnacle apps create --help\n',
      )
    }
  },
}

const show: Command = {
  name: 'show [app]',
  about: 'show an app (default: the current app)',
  example: 'binnacle apps show ada/tide-tables',
  async run(context, { args: [named] }) {
    const path = await needApp(context, named)
    const client = await context.appManagement()
    const app = await dataOf(client.GET('/v0.1/apps/{owner_name}/{app_name}', { params: { path } }))
    printFields(context, app, [
      ...COLUMNS,
      { header: 'Description', value: ({ description }) => description },
    ])
  },
}

const create: Command = {
  name: 'create <display-name>',
  about: 'create an app and print its owner/name',
  example: 'binnacle apps create "Storm watch" --os Linux --platform Custom',
  options: [
    ['--os <name>', `one of ${SYSTEMS.join(', ')}`],
    ['--platform <name>', `one of ${PLATFORMS.join(', ')}`],
    ['--name <name>', 'the name in URLs (default: derived from the display name)'],
    ['--description <text>', 'a description'],
    ['--org <name>', 'the organization that owns the app (default: you)'],
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
  about: 'set the default app for commands',
  example: 'binnacle apps set-current ada/tide-tables',
  async run(context, { args: [named = ''] }) {
    const path = toAppName(named)
    const client = await context.appManagement()
    const app = await dataOf(client.GET('/v0.1/apps/{owner_name}/{app_name}', { params: { path } }))
    await remember(context, { app: appNameOf(app) })
    context.report(`The current app is now ${appNameOf(app)}.`)
  },
}

const remove: Command = {
  name: 'delete <app>',
  about: 'delete an app and its tokens',
  example: 'binnacle apps delete ada/storm-glass --yes',
  options: [YES],
  async run(context, given) {
    const [named = ''] = given.args
    const path = toAppName(named)
    await confirm(context, given, {
      question: `Delete the app ${named}?`,
      consequence: 'Its members will lose access, and its tokens will stop working.',
      name: named,
    })
    const client = await context.appManagement()
    await client.DELETE('/v0.1/apps/{owner_name}/{app_name}', { params: { path } })
    context.report(`Deleted the app ${named}.`)
  },
}

export const apps: Group = {
  name: 'apps',
  about: 'manage the apps you can access',
  commands: [list, show, create, setCurrent, remove],
}
