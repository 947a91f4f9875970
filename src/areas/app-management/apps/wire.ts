import { type Static, Type } from 'typebox'
import { named, oneOf, orNull, ref } from '../../../platform/http/schema.ts'
import { APP_PERMISSIONS, ORIGINS } from '../wire.ts'

const OPERATING_SYSTEMS = [
  'Android',
  'iOS',
  'macOS',
  'Tizen',
  'tvOS',
  'Windows',
  'Linux',
  'Custom',
] as const
const PLATFORMS = [
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
] as const

export type Owner = Static<typeof Owner>
export const Owner = named(
  'Owner',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    display_name: Type.String(),
    type: oneOf(['org', 'user']),
    email: orNull(Type.String({ description: 'Present for a user only.' })),
    avatar_url: orNull(Type.String({ description: 'Always null.' })),
  }),
)

export type App = Static<typeof App>
export const App = named(
  'App',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ description: 'The name in URLs, unique for the owner.' }),
    display_name: Type.String(),
    description: orNull(Type.String()),
    os: oneOf(OPERATING_SYSTEMS),
    platform: oneOf([...PLATFORMS, 'Unknown']),
    release_type: orNull(Type.String()),
    owner: ref(Owner),
    app_secret: Type.String({
      description: 'Identifies the app to SDKs. It is not a credential of this API.',
    }),
    icon_url: orNull(Type.String()),
    icon_source: orNull(Type.String()),
    origin: oneOf(ORIGINS),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
    member_permissions: Type.Array(oneOf(APP_PERMISSIONS), {
      description: 'Your permissions on the app.',
    }),
    azure_subscription: Type.Unsafe<null>({ type: 'null' }),
  }),
)

const displayName = Type.String({ minLength: 1, maxLength: 256 })
const name = Type.String({
  description:
    '1 to 100 letters, digits, hyphens, underscores or dots. Must not start with a hyphen.',
})
const description = orNull(Type.String({ maxLength: 4096 }))
const releaseType = orNull(Type.String({ maxLength: 100 }))

export type NewApp = Static<typeof NewApp>
export const NewApp = named(
  'NewApp',
  Type.Object({
    display_name: displayName,
    os: oneOf(OPERATING_SYSTEMS),
    platform: oneOf(PLATFORMS),
    name: Type.Optional({ ...name, description: 'Default: derived from display_name.' }),
    description: Type.Optional(description),
    release_type: Type.Optional(releaseType),
  }),
)

export type AppChange = Static<typeof AppChange>
export const AppChange = named(
  'AppChange',
  Type.Object({
    display_name: Type.Optional(displayName),
    name: Type.Optional(name),
    description: Type.Optional(description),
    release_type: Type.Optional(releaseType),
    icon_url: Type.Optional(orNull(Type.String({ maxLength: 2048, pattern: '^https?://' }))),
  }),
)

export type AppOrder = Static<typeof AppOrder>
export const AppOrder = Type.Object({
  $orderBy: Type.Optional(
    oneOf(['display_name', 'name'], 'The field to sort by, ascending. Default: time of creation.'),
  ),
})
