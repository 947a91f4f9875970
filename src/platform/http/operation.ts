import type { TSchema } from 'typebox'
import type { NeededRight } from './access.ts'
import { ExceptionResponse } from './errors/exception-response.ts'
import { ref, withErrors } from './schema.ts'

type About = Readonly<{
  tag: string
  summary: string
  params?: TSchema
  headers?: TSchema
  body?: TSchema
  querystring?: TSchema
  answers: Readonly<Record<number, TSchema>>
}>

/** Makes the options of routes that demand one right and have the error body `ExceptionResponse`. */
export const operationsFor =
  <Access extends NeededRight>(access: Access) =>
  <S extends About>(operationId: string, { tag, answers, ...about }: S) => ({
    config: { access },
    schema: {
      operationId,
      tags: [tag],
      ...about,
      response: withErrors<S['answers']>(answers, {
        default: { description: 'Any error.', ...ref(ExceptionResponse) },
      }),
    },
  })
