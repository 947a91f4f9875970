import type { TSchema } from 'typebox'
import { ExceptionResponse } from './exception-response.ts'
import { ref } from './schema.ts'

type About = Readonly<{
  tag: string
  summary: string
  body?: TSchema
  querystring?: TSchema
  answers: Readonly<Record<number, object>>
}>

/** Every operation of the operator API demands the same: to be an operator who is signed in. */
export function operatorOperation(operationId: string, { tag, answers, ...about }: About) {
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
