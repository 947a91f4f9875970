import type { TSchema } from 'typebox'
import { ref } from '../../platform/http/schema.ts'
import type { Right } from './rules.ts'
import { ErrorResponse } from './wire.ts'

type About = Readonly<{ tag: string; summary: string; querystring: TSchema; answer: object }>

/** What every operation says of itself: the right it demands, and how it stands in the OpenAPI document. */
export const operation = (
  operationId: string,
  right: Right,
  { tag, summary, querystring, answer }: About,
) => ({
  config: { access: { right } },
  schema: {
    operationId,
    tags: [tag],
    summary,
    querystring,
    response: {
      200: answer,
      default: { description: 'Any failure.', ...ref(ErrorResponse) },
    },
  },
})
