import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { DOCUMENTS } from '../../proof/fuzz/operations.ts'
import { PROOFS } from '../../proof/proofs.ts'

const README = readFileSync('proof/README.md', 'utf8')
/** Before the table, with the reason. */
const WITHOUT_FAULT = ['overload', 'instances', 'strangers']

test('proof/README.md has each proof that notices a fault, or says why there is none', () => {
  const rows = [...README.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name)
  expect([...rows, ...WITHOUT_FAULT].sort()).toEqual(Object.keys(PROOFS).sort())
  const introduction = README.slice(0, README.indexOf('| Proof |'))
  for (const name of WITHOUT_FAULT) expect(introduction).toContain(`\`${name}\``)
})

test('all OpenAPI documents are fuzzed but that of the emulator, whose controls replace the data', () => {
  const all = globSync('openapi/*.json').map((file) => basename(file, '.json'))
  expect([...DOCUMENTS, 'emulator'].sort()).toEqual(all.sort())
})
