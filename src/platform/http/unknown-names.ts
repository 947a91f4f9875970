import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../errors.ts'

type Schema = Readonly<{ $ref?: string; properties?: object; anyOf?: readonly Schema[] }>

/**
 * For routes of our own: a name in the query or the body that the operation does not take is refused.
 * Dropped in silence, a misspelt filter shows everything and a misspelt change does nothing.
 */
export function refuseUnknownNames(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { querystring, body } = (request.routeOptions.schema ?? {}) as Record<string, Schema>
    const parameters = Object.keys(querystring?.properties ?? {})
    const parameter = findUnknown(request.query, parameters, (name) => name.toLowerCase())
    if (parameter !== undefined) throw unknownName('query parameter', parameter, parameters)
    const properties = propertiesOf(app, body)
    const property = properties && findUnknown(request.body, properties, (name) => name)
    if (property !== undefined) throw unknownName('body property', property, properties ?? [])
    done()
  })
}

/** Undefined when the operation says nothing of its body. */
function propertiesOf(app: FastifyInstance, schema: Schema | undefined): string[] | undefined {
  const id = schema?.$ref?.replace(/#$/, '')
  const { properties, anyOf } = ((id === undefined ? schema : app.getSchema(id)) ?? {}) as Schema
  if (anyOf) return anyOf.flatMap((each) => propertiesOf(app, each) ?? [])
  return properties && Object.keys(properties)
}

function findUnknown(
  given: FastifyRequest['query'],
  known: readonly string[],
  spell: (name: string) => string,
): string | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const names = new Set(known.map(spell))
  return Object.keys(given).find((name) => !names.has(spell(name)))
}

const LONGEST_TOLD = 100

function unknownName(what: string, name: string, known: readonly string[]): RequestError {
  const taken = known.length === 0 ? 'none' : known.join(', ')
  return new RequestError(
    'invalid',
    'InvalidParameter',
    `The ${what} ${JSON.stringify(name.slice(0, LONGEST_TOLD))} is not known here. This operation takes ${taken}. Correct the name, or leave it out.`,
  )
}
