import type { TSchema } from 'typebox'
import { Errors } from 'typebox/schema'

/** Where a file differs from its schema, for people. */
export function explainMismatch(schema: TSchema, value: unknown): string {
  const [, errors] = Errors(schema, value)
  return (
    errors
      // Says in which object a name is unknown; another error says which name it is.
      .filter(({ keyword }) => keyword !== 'additionalProperties')
      .slice(0, 5)
      .map(({ keyword, instancePath, message }) =>
        keyword === 'boolean'
          ? `${instancePath} is not a known name.`
          : `${instancePath || 'The file'} ${message}.`,
      )
      .join(' ')
  )
}
