import type { TSchema } from 'typebox'
import { ref, withErrors } from '../../platform/http/schema.ts'
import { type Right, rights } from './rules.ts'
import { ErrorResponse } from './wire.ts'

type About = Readonly<{
  tag: string
  summary: string
  params?: TSchema
  querystring: TSchema
  answer: TSchema
}>

/** The options of a route: the right that it requires, and its operation in the OpenAPI document. */
export const operation = <R extends Right, S extends About>(
  operationId: string,
  right: R,
  { tag, answer, ...about }: S,
) => ({
  config: { access: { right, roles: rights[right] } },
  schema: {
    operationId,
    tags: [tag],
    ...about,
    response: withErrors<{ 200: S['answer'] }>(
      { 200: answer },
      {
        default: { description: 'Any error.', ...ref(ErrorResponse) },
      },
    ),
  },
})
