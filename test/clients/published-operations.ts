import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const PACKAGES = join(import.meta.dirname, 'packages/node_modules')

/** The name of each operation, and its method and path. */
export type Operations = Readonly<Record<string, string>>

/** `const listOperationSpec = { path: "…", httpMethod: "GET"`. A next page is part of its list. */
const SPECIFICATION =
  /^const (\w+?)(Next)?OperationSpec = \{\s+path: "([^"]+)",\s+httpMethod: "(\w+)"/gm
/** `function _listSend(…)`, which expands a template and sends it: `context.path(path).get(`. */
const SENDER =
  /^export function _\$?(\w+)Send\([\s\S]*?expandUrlTemplate\("(.+?)(?:\{\?[^"]*)?"[\s\S]*?\.path\(path\)\s*\.(\w+)\(/gm

/** The operations of a client that describes them in objects; a file is a group. */
export function readSpecifications(patterns: readonly string[]): Operations {
  const found = read(patterns).flatMap(({ file, text }) =>
    [...text.matchAll(SPECIFICATION)]
      .filter(([, , isNextPage]) => isNextPage === undefined)
      .map(([, name = '', , path, method]) => [
        nameOf(basename(file, '.js'), name),
        `${method} ${path}`,
      ]),
  )
  return Object.fromEntries(found.sort())
}

/** The operations of a client that has a function for each; a folder is a group. */
export function readSenders(patterns: readonly string[]): Operations {
  const found = read(patterns).flatMap(({ file, text }) =>
    [...text.matchAll(SENDER)].map(([, name = '', path, method = '']) => [
      nameOf(basename(dirname(file)), name),
      `${method.toUpperCase()} ${path}`,
    ]),
  )
  return Object.fromEntries(found.sort())
}

/** Files and folders whose operations are methods of the client itself. */
const OF_CLIENT = new Set(['api', 'azureReservationAPI'])

const nameOf = (group: string, name: string) => (OF_CLIENT.has(group) ? name : `${group}.${name}`)

const read = (patterns: readonly string[]) =>
  globSync(patterns.map((pattern) => join(PACKAGES, pattern))).map((file) => ({
    file,
    text: readFileSync(file, 'utf8'),
  }))
