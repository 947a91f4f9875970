import { readFileSync } from 'node:fs'

/** One operation of an OpenAPI document, and what of it can be filled with garbage. */
export type Operation = Readonly<{
  document: DocumentName
  operationId: string
  method: string
  path: string
  queryNames: readonly string[]
  bodyNames: readonly string[]
}>

/** Values of a path and of a query are encoded already. */
export type ValidRequest = Readonly<{
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  headers: Record<string, string>
  body: object | undefined
}>

/** Makes what one operation works on; answers requests that it accepts, each with a body of its own. */
export type Prepare = (operation: Operation) => Promise<() => Promise<ValidRequest>>

export const DOCUMENTS = [
  'alert-rules',
  'app-management',
  'service-health',
  'quota',
  'quota-extension',
  'subscriptions',
  'notifications',
  'operator',
] as const
export type DocumentName = (typeof DOCUMENTS)[number]

type Schema = { $ref?: string; properties?: Record<string, Schema> }
type Declared = {
  operationId: string
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Document = {
  paths: Record<string, Record<string, Declared>>
  components: { schemas: Record<string, Schema> }
}

export const fileOf = (document: DocumentName) => `openapi/${document}.json`

export const listOperations = (): Operation[] => DOCUMENTS.flatMap(listOperationsOf)

function listOperationsOf(document: DocumentName): Operation[] {
  const { paths, components } = JSON.parse(readFileSync(fileOf(document), 'utf8')) as Document
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema ?? {}
      const found = components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
      return {
        document,
        operationId,
        method: method.toUpperCase(),
        path,
        queryNames: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
        bodyNames: Object.keys(found.properties ?? {}),
      }
    }),
  )
}
