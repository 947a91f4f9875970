import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type Factory = ReturnType<typeof SerializerSelector>
type Build = ReturnType<Factory>
type Serialize = ReturnType<Build>

/**
 * Writers of answers are made when first needed, and one for all routes that answer alike: made at the
 * start, for every status of every route, they took longer than everything else together.
 */
export const buildSerializers: Factory = (schemas, options) => {
  const build = SerializerSelector()(schemas, options)
  const known = new Map<string, Serialize>()
  const find = (route: Parameters<Build>[0]): Serialize => {
    const name = JSON.stringify(route.schema)
    const found = known.get(name) ?? build(route)
    known.set(name, found)
    return found
  }
  return (route) => {
    let serialize: Serialize | undefined
    return (answer) => {
      serialize ??= find(route)
      return serialize(answer)
    }
  }
}

/**
 * For answers that are known to fit their schema, because it was checked when they were stored or because
 * they are whole rows: writing them by schema takes longer.
 */
export const asItIs = () => (answer: unknown) => JSON.stringify(answer)
