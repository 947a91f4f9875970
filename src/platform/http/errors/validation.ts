import { Ajv, type Options, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'

/** Reads text as what it should be, in bodies too: of pages for people, whose forms are text. */
export const buildValidators = (schemas: Schemas) => {
  let ajv: Ajv | undefined
  // The framework passes the route's part, although its type names the schema alone; it only calls what it gets.
  return (part: unknown) => {
    const { schema } = part as { schema: object }
    return compileLater(() => {
      ajv ??= makeAjv(schemas, { coerceTypes: 'array' })
      return ajv.compile(schema)
    }) as ValidateFunction
  }
}

/**
 * What stands in a query is text and is read as what it should be. What stands in a body has a type
 * already: a number where a text belongs is a mistake, and taking it for one would hide it.
 */
export function validateBodiesStrictly(app: FastifyInstance): void {
  const compilers = new Map<boolean, Ajv>()
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const isBody = httpPart === 'body'
    return compileLater(() => {
      const known = compilers.get(isBody)
      const ajv = known ?? makeAjv(app.getSchemas(), { coerceTypes: isBody ? false : 'array' })
      compilers.set(isBody, ajv)
      return ajv.compile(schema as object)
    })
  })
}

type Schemas = Readonly<Record<string, unknown>>

/** Schemas are held against their own schema by a test: at each start that took an eighth of the time. */
const UNCHECKED_SCHEMAS = { validateSchema: false } as const

type Validate = ((data: unknown) => boolean) & Pick<ValidateFunction, 'errors'>

/** With the first request that needs it: at the start, those of all routes took a sixth of the time. */
function compileLater(compile: () => ValidateFunction): Validate {
  let compiled: ValidateFunction | undefined
  const validate: Validate = (data) => {
    compiled ??= compile()
    const isValid = compiled(data)
    validate.errors = compiled.errors ?? null
    return isValid
  }
  return validate
}

function makeAjv(schemas: Schemas, options: Options): Ajv {
  const ajv = new Ajv({
    useDefaults: true,
    removeAdditional: true,
    strict: false,
    ...UNCHECKED_SCHEMAS,
    // 1e999 is no number that could be kept.
    strictNumbers: true,
    ...options,
  })
  formats.default(ajv)
  for (const schema of Object.values(schemas)) ajv.addSchema(schema as object)
  return ajv
}
