import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'

type Operation = {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
type Document = { paths: Record<string, Record<string, Operation>>; components: object }

/** Holds answers against what the OpenAPI document declares for them. Answers why one does not fit. */
export function useDeclaredSchemas(file: string) {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formatsModule.default(ajv)
  const checks = new Map<string, ValidateFunction | null>()
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const schema = response.content?.['application/json']?.schema
      const check = schema ? ajv.compile({ ...schema, components: document.components }) : null
      checks.set(`${operation.operationId} ${status}`, check)
    }
  }
  return (operationId: string, status: number, body: unknown): string | undefined => {
    const declared = checks.get(`${operationId} ${status}`)
    const check =
      declared === undefined && status >= 400 ? checks.get(`${operationId} default`) : declared
    if (check === undefined) return `status ${status} is not declared`
    if (check === null) return body === undefined ? undefined : 'a body where none is declared'
    return check(body) ? undefined : ajv.errorsText(check.errors)
  }
}
