import type { TSchema } from 'typebox'
import type { Right } from './access.ts'
import { errorResponses } from './wire.ts'

type About = Readonly<{
  tag: string
  summary: string
  description?: string
  /** An operation the retired product did not have. */
  isOurs?: true
  body?: TSchema
  querystring?: TSchema
  consumes?: string[]
  answers: Readonly<Record<number, object>>
}>

/** What every operation says of itself: the right it demands, and how it stands in the OpenAPI document. */
export function operation(operationId: string, right: Right, about: About) {
  const { tag, summary, description, isOurs, body, querystring, consumes, answers } = about
  return {
    config: { access: { right } },
    schema: {
      operationId,
      tags: [tag],
      summary,
      ...(description && { description }),
      'x-binnacle-right': right,
      ...(isOurs && { 'x-binnacle-extension': true }),
      ...(body && { body }),
      ...(querystring && { querystring }),
      ...(consumes && { consumes }),
      response: { ...answers, ...errorResponses },
    },
  }
}
