import { ExceptionResponse } from '../../platform/http/errors/exception-response.ts'
import type { Routes } from '../../platform/http/route-types.ts'
import { answer, ref, withErrors } from '../../platform/http/schema.ts'
import { once } from '../../platform/paging/list-query.ts'
import { type Addresses, toEndpoints } from './rules.ts'
import { EndpointQuery, Endpoints } from './wire.ts'

export type EndpointDeps = Readonly<{ addresses: Addresses; hasSignIn: boolean }>

/** What command lines read when they are told of a server: where everything is. */
export function endpointRoutes(app: Routes, { addresses, hasSignIn }: EndpointDeps): void {
  app.get(
    '/metadata/endpoints',
    {
      config: { access: { public: true } },
      schema: {
        operationId: 'getEndpoints',
        tags: ['endpoints'],
        summary: 'Get the addresses of this installation, without signing in',
        security: [],
        querystring: EndpointQuery,
        response: withErrors(
          { 200: answer('The addresses, in the form that the api-version determines.', Endpoints) },
          { default: { description: 'Any error.', ...ref(ExceptionResponse) } },
        ),
      },
    },
    async ({ query }, reply) => {
      // Without the bundled sign-in, the addresses of other issuers are theirs to announce.
      if (!hasSignIn) return reply.callNotFound()
      return toEndpoints(once(query)['api-version'] ?? '', addresses)
    },
  )
}
