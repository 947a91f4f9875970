import type { TSchema } from 'typebox'
import { withErrors } from '../../platform/http/schema.ts'
import { callersWith, type Right } from './access.ts'
import { errorResponses } from './wire.ts'

type About = Readonly<{
  tag: string
  summary: string
  description?: string
  /** An operation the retired product did not have. */
  isOurs?: true
  params?: TSchema
  headers?: TSchema
  body?: TSchema
  querystring?: TSchema
  consumes?: string[]
  answers: Readonly<Record<number, TSchema>>
}>

/** The options of a route: the right that it requires, and its operation in the OpenAPI document. */
export function operation<R extends Right, S extends About>(
  operationId: string,
  right: R,
  { tag, isOurs, answers, ...about }: S,
) {
  return {
    config: { access: { right, by: callersWith(right) } },
    schema: {
      operationId,
      tags: [tag],
      'x-binnacle-right': right,
      ...about,
      ...(isOurs && { 'x-binnacle-extension': true }),
      response: withErrors<S['answers']>(answers, errorResponses),
    },
  }
}
