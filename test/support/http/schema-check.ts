import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'

type Operation = {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
type Document = { paths: Record<string, Record<string, Operation>> }

const DOCUMENT = 'document'
const JSON_BODY = 'application/json'

/** Holds answers against what the OpenAPI document declares for them. Answers why one does not fit. */
export function useDeclaredSchemas(file: string) {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formatsModule.default(ajv)
  // As one schema, so that what several answers refer to is compiled once.
  ajv.addSchema(document, DOCUMENT)
  const declared = new Map<string, Declared>()
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { operationId, responses }] of Object.entries(operations)) {
      for (const [status, { content }] of Object.entries(responses)) {
        const steps = ['paths', path, method, 'responses', status, 'content', JSON_BODY, 'schema']
        const $ref = `${DOCUMENT}#/${steps.map(escapeStep).join('/')}`
        const key = `${operationId} ${status}`
        declared.set(
          key,
          toDeclared(content, () => compileOnce(ajv, { $ref })),
        )
      }
    }
  }
  return (operationId: string, status: number, body: unknown): string | undefined => {
    const exact = declared.get(`${operationId} ${status}`)
    const found =
      exact === undefined && status >= 400 ? declared.get(`${operationId} default`) : exact
    if (found === undefined) return `status ${status} is not declared`
    if (typeof found !== 'function') return compareUnchecked(found, body)
    const check = found()
    return check(body) ? undefined : ajv.errorsText(check.errors)
  }
}

/** What an answer is declared to have: JSON of a schema, a text of another media type, or nothing. */
type Declared = (() => ValidateFunction) | 'text' | null

function toDeclared(
  content: Operation['responses'][string]['content'],
  compile: () => () => ValidateFunction,
): Declared {
  if (content?.[JSON_BODY]?.schema) return compile()
  return content && !content[JSON_BODY] ? 'text' : null
}

function compareUnchecked(declared: 'text' | null, body: unknown): string | undefined {
  if (declared === 'text') return typeof body === 'string' ? undefined : 'JSON instead of a text'
  return body === undefined ? undefined : 'a body where none is declared'
}

/** As a step of a JSON pointer in a URL. */
const escapeStep = (step: string) =>
  encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))

function compileOnce(ajv: Ajv2020, schema: object): () => ValidateFunction {
  let compiled: ValidateFunction | undefined
  return () => {
    compiled ??= ajv.compile(schema)
    return compiled
  }
}
