import type { FastifyInstance } from 'fastify'
import { RequestError } from '../../errors.ts'

type Schema = Readonly<{
  $ref?: string
  properties?: Readonly<Record<string, Schema>>
  additionalProperties?: unknown
  items?: Schema
  anyOf?: readonly Schema[]
}>

/** Which names an object takes, and what its parts take. Without `names` it takes any. */
type Shape = Readonly<{ names?: ReadonlyMap<string, Shape>; items?: Shape }>
type Unknown = Readonly<{ name: string; within: string; known: readonly string[] }>

/**
 * For routes of our own: a name in the query or the body that the operation does not take is refused.
 * Dropped in silence, a misspelt filter shows everything and a misspelt change does nothing.
 */
export function refuseUnknownNames(app: FastifyInstance): void {
  const shapes = new WeakMap<Schema, Shape>()
  app.addHook('preValidation', ({ routeOptions, query, body }, _reply, done) => {
    const { querystring, body: schema } = (routeOptions.schema ?? {}) as Record<string, Schema>
    const parameters = Object.keys(querystring?.properties ?? {})
    const taken = new Set(parameters.map((name) => name.toLowerCase()))
    const given = Object.keys(query as object).find((name) => !taken.has(name.toLowerCase()))
    if (given !== undefined) throw unknownName('query parameter', given, parameters)
    if (schema) {
      const shape = shapes.get(schema) ?? toShape(app, [schema])
      shapes.set(schema, shape)
      const found = findUnknown(body, shape, '')
      if (found) throw unknownProperty(found)
    }
    done()
  })
}

/** Of what may be any of these. */
function toShape(app: FastifyInstance, schemas: readonly Schema[]): Shape {
  const all = schemas.flatMap((schema) => listKinds(app, schema))
  const items = all.flatMap((each) => each.items ?? [])
  const objects = all.map(({ properties }) => properties).filter((each) => each !== undefined)
  const isOpen = objects.length === 0 || all.some((each) => Boolean(each.additionalProperties))
  const names = new Set(objects.flatMap(Object.keys))
  const shapeOf = (name: string) =>
    toShape(
      app,
      objects.flatMap((each) => each[name] ?? []),
    )
  return {
    ...(!isOpen && { names: new Map([...names].map((name) => [name, shapeOf(name)])) }),
    ...(items.length > 0 && { items: toShape(app, items) }),
  }
}

function listKinds(app: FastifyInstance, schema: Schema): Schema[] {
  const id = schema.$ref?.replace(/#$/, '')
  const whole = id === undefined ? schema : ((app.getSchema(id) ?? {}) as Schema)
  return whole.anyOf ? whole.anyOf.flatMap((each) => listKinds(app, each)) : [whole]
}

/** As deep as the shape goes, however deep the body is. */
function findUnknown(given: unknown, shape: Shape, within: string): Unknown | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  return Array.isArray(given)
    ? findInItems(given, shape, within)
    : findInObject(given, shape, within)
}

function findInItems(given: readonly unknown[], { items }: Shape, within: string) {
  for (const [index, each] of given.entries()) {
    const found = items && findUnknown(each, items, `${within}[${index}]`)
    if (found) return found
  }
  return undefined
}

function findInObject(given: object, { names }: Shape, within: string): Unknown | undefined {
  if (names === undefined) return undefined
  for (const [name, value] of Object.entries(given)) {
    const shape = names.get(name)
    if (shape === undefined) return { name, within, known: [...names.keys()] }
    const found = findUnknown(value, shape, within === '' ? name : `${within}.${name}`)
    if (found) return found
  }
  return undefined
}

const unknownProperty = ({ name, within, known }: Unknown): RequestError =>
  within === ''
    ? unknownName('body property', name, known)
    : unknownName('body property', name, known, ` in ${within}`, within)

const LONGEST_SHOWN = 100

function unknownName(
  what: string,
  name: string,
  known: readonly string[],
  where = '',
  whoTakes = 'This operation',
): RequestError {
  const kind = what === 'query parameter' ? 'query parameters' : 'properties'
  const taken = known.length === 0 ? `no ${kind}` : `only these ${kind}: ${known.join(', ')}`
  return new RequestError(
    'invalid',
    'InvalidParameter',
    `The ${what} ${JSON.stringify(name.slice(0, LONGEST_SHOWN))}${where} is unknown. ${whoTakes} accepts ${taken}. Correct the name, or remove it.`,
  )
}
