import { type Static, Type } from 'typebox'
import type { ErrorBody } from '../../platform/http/errors/errors.ts'
import { named } from '../../platform/http/schema.ts'
import { confirmationFields, toConfirmationFields } from '../step-up/wire.ts'

/** As in area C, and where to confirm an operation. */
export type ExceptionResponse = Static<typeof ExceptionResponse>
export const ExceptionResponse = named(
  'ExceptionResponse',
  Type.Object({
    error: Type.Object({
      code: Type.String(),
      message: Type.String(),
      details: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
      ...confirmationFields,
    }),
  }),
)

export const operatorErrors: ErrorBody = {
  owns: (path) => /^\/operator(\/|$)/i.test(path),
  render: ({ code, message, details, confirmation }): ExceptionResponse => ({
    error: { code, message, details: [...details], ...toConfirmationFields(confirmation) },
  }),
}
