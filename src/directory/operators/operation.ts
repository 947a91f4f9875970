import type { TSchema } from 'typebox'
import { ExceptionResponse } from '../../platform/http/errors/exception-response.ts'
import { ref, withErrors } from '../../platform/http/schema.ts'

type About = Readonly<{
  tag: string
  summary: string
  params?: TSchema
  headers?: TSchema
  body?: TSchema
  querystring?: TSchema
  answers: Readonly<Record<number, TSchema>>
}>

/** The options of a route of the operator API: each requires an operator who is signed in. */
export function operatorOperation<S extends About>(
  operationId: string,
  { tag, answers, ...about }: S,
) {
  return {
    config: { access: { right: 'call operator API' } },
    schema: {
      operationId,
      tags: [tag],
      ...about,
      response: withErrors<S['answers']>(answers, {
        default: { description: 'Any error.', ...ref(ExceptionResponse) },
      }),
    },
  }
}
