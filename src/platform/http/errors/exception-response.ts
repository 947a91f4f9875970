import { type Static, Type } from 'typebox'
import { named } from '../schema.ts'
import type { ErrorBody } from './errors.ts'

export type ExceptionResponse = Static<typeof ExceptionResponse>
export const ExceptionResponse = named(
  'ExceptionResponse',
  Type.Object({
    error: Type.Object({
      code: Type.String(),
      message: Type.String(),
      details: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
    }),
  }),
)

/** The error body of area C. It also speaks for every address that belongs to no area. */
export const renderException: ErrorBody['render'] = ({
  code,
  message,
  details,
}): ExceptionResponse => ({
  error: { code, message, details: [...details] },
})
