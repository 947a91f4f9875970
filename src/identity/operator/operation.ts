import type { TSchema } from 'typebox'
import { ExceptionResponse } from '../../platform/http/exception-response.ts'
import { ref } from '../../platform/http/schema.ts'

type About = Readonly<{
  tag: string
  summary: string
  body?: TSchema
  querystring?: TSchema
  answers: Readonly<Record<number, object>>
}>

/** Every operation of the operator API demands the same: to be an operator who is signed in. */
export function operation(operationId: string, { tag, answers, ...about }: About) {
  return {
    config: { access: { right: 'operate' } },
    schema: {
      operationId,
      tags: [tag],
      ...about,
      response: {
        ...answers,
        default: { description: 'Any failure.', ...ref(ExceptionResponse) },
      },
    },
  }
}
