import type { TSchema } from 'typebox'
import { RequestKeyHeaders } from '../../directory/repeats/wire.ts'
import { ExceptionResponse } from '../../platform/http/errors/exception-response.ts'
import { ref, withErrors } from '../../platform/http/schema.ts'
import { type Right, rights } from './rules.ts'

type About = Readonly<{
  summary: string
  params?: TSchema
  querystring: TSchema
  body?: TSchema
  answers: Readonly<Record<number, TSchema>>
}>

/** The options of a route: the right that it requires, and its operation in the OpenAPI document. */
export const operation = <R extends Right, S extends About>(
  operationId: string,
  right: R,
  { answers, ...about }: S,
) => ({
  config: { access: { right, roles: rights[right] } },
  schema: {
    operationId,
    tags: ['quota'],
    ...about,
    ...(right === 'request quota' && { headers: RequestKeyHeaders }),
    response: withErrors<S['answers']>(answers, {
      default: { description: 'Any error.', ...ref(ExceptionResponse) },
    }),
  },
})
