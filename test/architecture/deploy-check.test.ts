import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  digestFiles,
  hasPassed,
  listFiles,
  PATTERNS,
  passLine,
} from '../../scripts/deploy-check/changes.ts'

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

test.each([
  'scripts/deploy-check.ts',
  'deploy/prometheus/binnacle.rules.yml',
  'proof/alerts/prometheus.ts',
  'src/platform/metrics/definitions.ts',
  'test/clients/az/commands.client.ts',
  'test/clients/python/operations.py',
  'test/clients/arm-monitor/installation.ts',
  'test/clients/arm-monitor/receiver.ts',
  'test/clients/arm-reservations/installation.ts',
  'src/identity/oauth/routes.ts',
  'src/management-api/endpoints/rules.ts',
  'src/management-api/unserved/operations.ts',
  'src/areas/service-health/operations/routes.ts',
  'src/processes/dev/banner.ts',
])('what the check consists of or depends on is among its files: %s', (file) => {
  expect(listFiles()).toContain(file)
})

test('every pattern of the check finds a file, and none a test of the code', () => {
  const files = listFiles()
  expect(PATTERNS.filter((pattern) => listFiles([pattern]).length === 0)).toEqual([])
  expect(files.filter((file) => file.endsWith('.test.ts'))).toEqual([])
})
