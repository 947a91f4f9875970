import type { TSchema } from 'typebox'
import { ExceptionResponse } from '../../platform/http/exception-response.ts'
import { ref } from '../../platform/http/schema.ts'
import type { Right } from './rules.ts'

type About = Readonly<{
  summary: string
  querystring: TSchema
  body?: TSchema
  answers: Readonly<Record<number, object>>
}>

/** What every operation says of itself: the right it demands, and how it stands in the OpenAPI document. */
export const operation = (operationId: string, right: Right, { answers, ...about }: About) => ({
  config: { access: { right } },
  schema: {
    operationId,
    tags: ['quota'],
    ...about,
    response: { ...answers, default: { description: 'Any failure.', ...ref(ExceptionResponse) } },
  },
})
