export type OpenApiDocuments = Readonly<Record<string, object>>
export type Served = Readonly<{ document: string; operationId: string }>
type Paths = Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>

const RESOURCE = '/subscriptions/{}/resourceGroups/{}/providers/{}/{}/{}'
/** Clients take these as one argument, whatever they consist of. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  '/{scope}/': ['/subscriptions/{}/providers/{}/locations/{}/'],
  '/{resourceUri}/': [`${RESOURCE}/`, `${RESOURCE}/{}/{}/`],
}

/** A method and path without what differs between clients and documents: case, and the names of parameters. */
export const toPattern = (operation: string) => operation.replaceAll(/\{\w+\}/g, '{}').toLowerCase()

/** The operations of the documents that answer an operation of a client, such as `GET /{scope}/quotas`. */
export function findServed(operation: string, documents: OpenApiDocuments): Served[] {
  const wanted = new Set(expand(operation).map(toPattern))
  return Object.entries(documents).flatMap(([document, content]) =>
    listOperations(content)
      .filter((each) => wanted.has(toPattern(each.operation)))
      .map(({ operationId }) => ({ document, operationId })),
  )
}

/** The method and path of each operation of a document, and its id. */
export function listOperations({ paths = {} }: { paths?: Paths }) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      operation: `${method.toUpperCase()} ${path}`,
      operationId,
    })),
  )
}

function expand(operation: string): string[] {
  const scope = Object.keys(SCOPES).find((written) => operation.includes(written))
  if (scope === undefined) return [operation]
  return (SCOPES[scope] ?? []).map((meant) => operation.replace(scope, meant))
}
