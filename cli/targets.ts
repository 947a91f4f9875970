import type { Given } from './command.ts'
import type { Context } from './context.ts'
import { usage } from './failure.ts'

export type AppName = Readonly<{ owner_name: string; app_name: string }>
export type QuotaScope = Readonly<{ subscriptionId: string; providerId: string; location: string }>

export function toAppName(text: string): AppName {
  const [owner_name = '', app_name = '', ...rest] = text.split('/')
  if (!owner_name || !app_name || rest.length > 0) {
    throw usage(`${text} is not a valid app name.`, 'Use owner/name, such as ada/tide-tables')
  }
  return { owner_name, app_name }
}

export const appNameOf = (app: { name: string; owner: { name: string } }) =>
  `${app.owner.name}/${app.name}`

/** The app that was named, else the current one. */
export async function needApp(context: Context, named: string | undefined): Promise<AppName> {
  const app = named || (await context.readDefault('app'))
  if (!app) {
    throw usage(
      'No app was specified, and there is no current app.',
      'Specify an app such as ada/tide-tables, or set the current app: binnacle apps set-current ada/tide-tables',
    )
  }
  return toAppName(app)
}

export type Home =
  | Readonly<{ kind: 'user' }>
  | Readonly<{ kind: 'app'; app: AppName }>
  | Readonly<{ kind: 'org'; org_name: string }>

/** Whose things are meant: `--app`, `--org`, or neither. `--app` alone is the current app. */
export async function findHome(context: Context, given: Given): Promise<Home> {
  const org_name = given.text('org')
  const isApp = given.flag('app') || given.text('app') !== undefined
  if (isApp && org_name !== undefined) throw usage('--app and --org cannot be used together.')
  if (org_name !== undefined) return { kind: 'org', org_name }
  return isApp ? { kind: 'app', app: await needApp(context, given.text('app')) } : { kind: 'user' }
}

export async function needSubscription(context: Context, given: Given): Promise<string> {
  const subscription = given.text('subscription') ?? (await context.readDefault('subscription'))
  if (!subscription) throw missing('subscription', 'sub-a')
  return subscription
}

export async function needQuotaScope(context: Context, given: Given): Promise<QuotaScope> {
  const providerId = given.text('provider') ?? (await context.readDefault('provider'))
  const location = given.text('location') ?? (await context.readDefault('location'))
  const subscriptionId = await needSubscription(context, given)
  if (!providerId) throw missing('provider', 'Microsoft.Compute')
  if (!location) throw missing('location', 'eastus')
  return { subscriptionId, providerId, location }
}

const missing = (what: string, like: string) =>
  usage(
    `No ${what} was specified, and the profile has no default.`,
    `Add --${what}, or set a default: binnacle profiles set --${what} ${like}`,
  )
