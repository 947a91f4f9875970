import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LONG_FILES } from '../support/long-files-first.ts'
import { findViolations } from './architecture.ts'

test('imports point one way, and rules are pure', () => {
  const files = globSync('{src,client,cli,portal}/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(30)
  expect(files.flatMap((file) => findViolations(file, readFileSync(file, 'utf8')))).toEqual([])
})

test('the test files that are begun first exist', () => {
  expect(LONG_FILES.filter((file) => !existsSync(file))).toEqual([])
})

test('the program loads the server or the command line, and only when it is asked for', () => {
  const source = readFileSync('bin/binnacle.ts', 'utf8')
  const atOnce = [...source.matchAll(/^import .* from '(\.\..*?)'/gm)].map(([, target]) => target)
  expect(atOnce).toEqual(['../package.json', '../src/processes/usage-error.ts'])
})

describe('the check itself notices', () => {
  test.each([
    [
      'an area that imports another',
      'src/areas/quota/actions.ts',
      "import { x } from '../service-health/store.ts'",
      'src/areas/quota/actions.ts imports src/areas/service-health/store.ts',
    ],
    [
      'a dynamic import',
      'src/platform/jobs.ts',
      "await import('../areas/service-health/actions.ts')",
      'src/platform/jobs.ts imports src/areas/service-health/actions.ts',
    ],
    [
      'a re-export',
      'src/areas/quota/wire.ts',
      "export { x } from './store.ts'",
      'src/areas/quota/wire.ts imports src/areas/quota/store.ts',
    ],
    [
      'the platform knowing the product',
      'src/platform/settings/server.ts',
      'const quotaRules = 1',
      'src/platform/settings/server.ts is of the platform and says quota',
    ],
    [
      'an area that is handed everything',
      'src/app.ts',
      'await quotaArea(scope, { ...deps, cursors })',
      'src/app.ts hands everything it has',
    ],
    [
      'a rule that reads files',
      'src/areas/quota/rules.ts',
      "import { readFileSync } from 'node:fs'",
      'src/areas/quota/rules.ts is a rule and runs code of node:fs',
    ],
    [
      'a rule that looks at the clock',
      'src/areas/quota/rules.ts',
      'const now = new Date()',
      'src/areas/quota/rules.ts is a rule and says new Date()',
    ],
    [
      'a query in an action',
      'src/areas/quota/actions.ts',
      "await trx.selectFrom('app').execute()",
      'src/areas/quota/actions.ts builds a query',
    ],
    [
      'the framework in an action',
      'src/areas/quota/actions.ts',
      "import type { FastifyRequest } from 'fastify'",
      'src/areas/quota/actions.ts uses fastify',
    ],
  ])('%s', (_what, file, source, violation) => {
    expect(findViolations(file, source)).toEqual([violation])
  })

  test('and lets pass what is allowed', () => {
    expect(
      findViolations('src/areas/quota/rules.ts', "import type { Row } from './store.ts'"),
    ).toEqual([])
    expect(findViolations('src/areas/quota/store.ts', "import { sql } from 'kysely'")).toEqual([])
  })
})
