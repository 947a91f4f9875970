import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { digestFiles, hasPassed, listFiles, passLine } from '../../scripts/deploy-check/changes.ts'

test('the gate repeats the deploy check when a file differs from those that passed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = [join(folder, 'haproxy.cfg'), join(folder, 'roles.sql')]
  for (const file of files) writeFileSync(file, 'one')
  const before = digestFiles(files)
  const record = `## deploy-check: passed\n\n\`\`\`\n${passLine(before)}\n\`\`\`\n`
  expect(hasPassed(digestFiles(files), record)).toBe(true)
  writeFileSync(join(folder, 'roles.sql'), 'two')
  expect(hasPassed(digestFiles(files), record)).toBe(false)
  expect(hasPassed(before, record.replace('PASS', 'FAIL'))).toBe(false)
})

test('what the check consists of is among its files', () => {
  expect(listFiles()).toContain('scripts/deploy-check.ts')
})
