import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Field } from '../../../platform/filter/value.ts'
import { EVENT_FIELDS } from './rules.ts'

test('the filter guide has a row for each field, with its type', () => {
  const guide = readFileSync('docs/guides/filter.md', 'utf8')
  const [, table = ''] = /^## Fields of area B$(.*?)^## /ms.exec(guide) ?? []
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.+) \| .* \|$/gm)]
  expect(rows.map(([, name, type]) => [name, type])).toEqual(
    Object.entries<Field>(EVENT_FIELDS).map(([name, { type, many }]) => [
      name,
      many ? `${type}, several` : type,
    ]),
  )
})
