import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { Check, Errors } from 'typebox/schema'

export type Env = Readonly<Record<string, string | undefined>>

/** The settings of one part of the product: what each variable may hold, and what is made of them. */
export type SettingsPart<Settings> = Readonly<{
  environment: TProperties
  /** What a type cannot say, as sentences that begin with the name of a variable. */
  findProblems?(values: object, publicUrl: string): readonly string[]
  read(values: object, publicUrl: string): Settings
}>

/** Types the values by the schemas of the same part. */
export const defineSettings = <Variables extends TProperties, Settings extends object>(
  part: Readonly<{
    environment: Variables
    findProblems?(values: Static<TObject<Variables>>, publicUrl: string): readonly string[]
    read(values: Static<TObject<Variables>>, publicUrl: string): Settings
  }>,
): SettingsPart<Settings> => part

type Joined<Parts> = Parts extends readonly [SettingsPart<infer First>, ...infer Rest]
  ? First & Joined<Rest>
  : unknown

export const joinEnvironment = (parts: readonly SettingsPart<object>[]) =>
  Type.Object(Object.assign({}, ...parts.map(({ environment }) => environment)) as TProperties)

/** Names every problem at once. `publicUrlOf`: where the installation is reached, by its settings. */
export function readSettings<const Parts extends readonly SettingsPart<object>[]>(
  parts: Parts,
  publicUrlOf: (values: object) => string,
  env: Env,
): Readonly<Joined<Parts>> {
  const { properties } = joinEnvironment(parts)
  const values = toValues(properties, env)
  const publicUrl = publicUrlOf(values)
  const problems = [
    ...findTypeProblems(properties, values),
    ...findAddressProblems(properties, values),
    ...parts.flatMap((part) => part.findProblems?.(values, publicUrl) ?? []),
  ]
  if (problems.length > 0) {
    throw new Error(`Invalid settings:\n${problems.map((p) => `  ${p}`).join('\n')}`)
  }
  return Object.assign({}, ...parts.map((part) => part.read(values, publicUrl)))
}

type Values = Readonly<Record<string, unknown>>

/** A variable set to nothing counts as not set: compose files pass empty strings through. */
function toValues(properties: TProperties, env: Env): Values {
  const known = Object.entries(properties)
    .map(([name, schema]) => {
      const { default: usual } = schema as { default?: unknown }
      const text = env[name]
      return [name, text === undefined || text === '' ? usual : fromText(schema, text)]
    })
    .filter(([, value]) => value !== undefined)
  return Object.fromEntries(known)
}

type Kind = { type?: string; properties?: TProperties }

const kindsOf = (schema: TSchema): readonly Kind[] =>
  (schema as { anyOf?: readonly Kind[] }).anyOf ?? [schema as Kind]

/** What a variable with several values may hold. */
const pairsOf = (schema: TSchema) => kindsOf(schema).find(({ properties }) => properties)

/** Text becomes a number, a switch or several values only when it plainly is; what is left as text is then refused. */
function fromText(schema: TSchema, text: string): unknown {
  const isOf = (...types: string[]) => kindsOf(schema).some(({ type = '' }) => types.includes(type))
  if (isOf('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  if (isOf('integer', 'number') && /^\d+(\.\d+)?$/.test(text)) return Number(text)
  const { properties } = pairsOf(schema) ?? {}
  return properties ? fromPairs(properties, text) : text
}

/** Names that do not exist stay, so that they are refused. */
function fromPairs(properties: TProperties, text: string): Values {
  const given = Object.fromEntries(
    text.split(',').map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name.trim(), value.join('=').trim()]
    }),
  )
  return { ...given, ...toValues(properties, given) }
}

/** The values of one thing in one variable, as `name=value,name=value`. One that is left out has its default. */
export const pairs = <Properties extends TProperties>(properties: Properties, description = '') =>
  Type.Object(properties, {
    additionalProperties: false,
    description,
    default: toValues(properties, {}),
  })

/** What the values are if none is given. */
export const defaultsOf = <Schema extends TObject>({ properties }: Schema) =>
  toValues(properties, {}) as Static<Schema>

function findTypeProblems(properties: TProperties, values: Values): string[] {
  const required = Type.Object(properties).required as readonly string[]
  return Object.entries(properties)
    .filter(([name, schema]) => {
      const mayBeAbsent = !required.includes(name)
      return !(values[name] === undefined && mayBeAbsent) && !Check(schema, values[name])
    })
    .map(([name, schema]) => `${name}: ${describeProblem(schema, values[name])}`)
}

function describeProblem(schema: TSchema, value: unknown): string {
  const { description } = schema as { description?: string }
  if (value === undefined) return `is not set. ${description}`
  if (typeof value === 'object') return `${describePairs(schema, value as Values)} ${description}`
  const [, [first]] = Errors(schema, value)
  return `${first?.message ?? 'is not valid'}. ${description}`
}

function describePairs(schema: TSchema, values: Values): string {
  const { properties = {} } = pairsOf(schema) ?? {}
  const unknown = Object.keys(values).filter((name) => !(name in properties))
  if (unknown.length > 0) return `there is no ${unknown.join(', ')}.`
  const [, [first]] = Errors(Type.Object(properties), values)
  return `${first?.instancePath.slice(1)} ${first?.message}.`
}

/** `origin`: links are made from it, and paths are served from the root only. */
type AddressKind = 'url' | 'origin'

export const address = (kind: AddressKind, pattern: string, description: string) =>
  Type.String({ pattern, description, addressKind: kind })

function findAddressProblems(properties: TProperties, values: Values): string[] {
  const given = Object.entries(properties).flatMap(([name, schema]) => {
    const { addressKind: kind } = schema as { addressKind?: AddressKind }
    const value = values[name]
    return kind && typeof value === 'string' ? [{ name, kind, value }] : []
  })
  const broken = given.filter(({ value }) => !URL.canParse(value))
  if (broken.length > 0) {
    return broken.map(
      ({ name }) => `${name}: is not a valid URL. Percent-encode the special characters in it.`,
    )
  }
  return given
    .filter(({ kind, value }) => kind === 'origin' && /^https?:\/\/[^/?#]+\//.test(value))
    .map(
      ({ name, value }) =>
        `${name}: ${value} has a path, and Binnacle must be served at the root of a host. Remove the path: ${new URL(value).origin}.`,
    )
}

/** A comma-separated list. */
export const listed = (text: string | undefined): readonly string[] =>
  Object.freeze(text?.split(',').map((entry) => entry.trim()) ?? [])
