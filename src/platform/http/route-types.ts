import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyTypeProvider } from 'fastify'
import type { Static, TSchema } from 'typebox'

/** Types of params, query, body and answer of a route: those of its schema. A long list writes its own text. */
interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  serializer: this['schema'] extends TSchema ? Static<this['schema']> | Readable : unknown
}

export const typeRoutes = (app: FastifyInstance) => app.withTypeProvider<SchemaTypes>()

/** A scope whose routes are typed by their schemas. */
export type Routes = ReturnType<typeof typeRoutes>
