import { type Static, type TSchema, Type } from 'typebox'

type Named<T extends TSchema> = T & { $id: string }

/** A schema under the name it has in the OpenAPI document. */
export function named<T extends TSchema>(name: string, schema: T): Named<T> {
  return Object.assign(schema, { $id: name })
}

/** In the OpenAPI document a `$ref`, in TypeScript the full type (`Type.Ref` alone would be `unknown`). */
export function ref<T extends TSchema>(schema: Named<T>) {
  return Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` })
}

/** One `enum` in the OpenAPI document, where a union of literals would become an `anyOf`. */
export function oneOf<const T extends readonly string[]>(values: T, description?: string) {
  return Type.Unsafe<T[number]>({
    type: 'string',
    enum: [...values],
    ...(description && { description }),
  })
}

/** Area A answers absent values with `null`. */
export function orNull<T extends TSchema>(schema: T) {
  const { type, ...rest } = schema as { type?: string }
  return Type.Unsafe<Static<T> | null>({ ...rest, type: [type, 'null'] })
}

/** Fastify finds shared schemas by `$id`; an area hands over all its own at once. */
export type SchemaHolder = { addSchema(schema: unknown): unknown }

export function addSchemas(app: SchemaHolder, schemas: readonly TSchema[]): void {
  for (const schema of schemas) app.addSchema(schema)
}

/** Every schema of these files that has a name of its own in the OpenAPI document. */
export function listNamed(...files: Record<string, unknown>[]): TSchema[] {
  const exported = files.flatMap((file) => Object.values(file))
  return exported.filter(
    (value): value is TSchema & { $id: string } =>
      typeof value === 'object' && value !== null && '$id' in value,
  )
}

/** A success of an operation, as its document tells of it. */
export const answer = <T extends TSchema>(description: string, schema: T) => ({
  description,
  ...schema,
})

/** Errors are thrown, so their bodies are not among the types that a handler may answer. */
export const withErrors = <Answers extends object>(answers: Answers, errors: object): Answers => ({
  ...answers,
  ...errors,
})

export const NO_CONTENT = { 204: Type.Unsafe<void>({ description: 'Done.', type: 'null' }) }

/** The names in a path, each a text of at least one character. */
export function pathParams<const Name extends string>(...names: Name[]) {
  const properties = Object.fromEntries(names.map((name) => [name, Type.String()]))
  return Type.Object(properties as Record<Name, ReturnType<typeof Type.String>>)
}
