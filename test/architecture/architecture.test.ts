import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LONG_FILES } from '../support/long-files-first.ts'
import { findViolations } from './architecture.ts'

test('imports point one way, rules are pure, files are short', () => {
  const files = globSync('{src,client,cli,portal}/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(30)
  expect(files.flatMap((file) => findViolations(file, readFileSync(file, 'utf8')))).toEqual([])
})

test('test and tool files are short too', () => {
  const files = globSync('{bench,bin,proof,scripts,test}/**/*.ts', {
    exclude: (path) => path.includes('node_modules'),
  })
  const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 301)
  expect(long).toEqual([])
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
      'the platform importing an area',
      'src/platform/jobs.ts',
      "import { x } from '../areas/service-health/actions.ts'",
      'src/platform/jobs.ts imports src/areas/service-health/actions.ts',
    ],
    [
      'the directory importing identity',
      'src/directory/accounts/actions.ts',
      "import { x } from '../../identity/sign-in/actions.ts'",
      'src/directory/accounts/actions.ts imports src/identity/sign-in/actions.ts',
    ],
    [
      'an area importing identity',
      'src/areas/quota/area.ts',
      "import { x } from '../../identity/authenticate.ts'",
      'src/areas/quota/area.ts imports src/identity/authenticate.ts',
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
      'code importing tests',
      'src/app.ts',
      "import { x } from '../test/support/world/samples.ts'",
      'src/app.ts imports test/support/world/samples.ts',
    ],
    [
      'a rule that reads files',
      'src/areas/quota/rules.ts',
      "import { readFileSync } from 'node:fs'",
      'src/areas/quota/rules.ts is a rule and runs code of node:fs',
    ],
    [
      'a rule that asks the database',
      'src/areas/quota/rules.ts',
      "import * as store from './store.ts'",
      'src/areas/quota/rules.ts is a rule and runs code of ./store.ts',
    ],
    [
      'a rule that looks at the clock',
      'src/areas/quota/rules.ts',
      'const now = new Date()',
      'src/areas/quota/rules.ts is a rule and says new Date()',
    ],
    [
      'a rule that waits',
      'src/areas/quota/rules.ts',
      'export async function f() {}',
      'src/areas/quota/rules.ts is a rule and says async',
    ],
    ...['new Date', 'Date.now', 'crypto.', 'setTimeout(', 'console.'].map(
      (code): [string, string, string, string] => [
        `a rule that says ${code}`,
        'src/areas/quota/rules.ts',
        `const x = ${code}`,
        `src/areas/quota/rules.ts is a rule and says ${code}`,
      ],
    ),
    [
      'a query in an action',
      'src/areas/quota/actions.ts',
      "await trx.selectFrom('app').execute()",
      'src/areas/quota/actions.ts builds a query',
    ],
    [
      'a query outside a store',
      'src/areas/quota/actions.ts',
      "import { sql } from 'kysely'",
      'src/areas/quota/actions.ts uses kysely',
    ],
    [
      'a rule of the management API that imports an action',
      'src/management-api/notifications/rules.ts',
      "import type { Change } from './actions.ts'",
      'src/management-api/notifications/rules.ts imports src/management-api/notifications/actions.ts',
    ],
    [
      'the framework in an action',
      'src/areas/quota/actions.ts',
      "import type { FastifyRequest } from 'fastify'",
      'src/areas/quota/actions.ts uses fastify',
    ],
    [
      'the client importing the server',
      'client/api-client.ts',
      "import type { App } from '../src/areas/app-management/apps/wire.ts'",
      'client/api-client.ts imports src/areas/app-management/apps/wire.ts',
    ],
    [
      'the server importing the library of the command line',
      'src/processes/serve.ts',
      "import { Command } from 'commander'",
      'src/processes/serve.ts uses commander',
    ],
    [
      'an area of the portal importing another',
      'portal/areas/quota/limits/LimitsPage.tsx',
      "import { x } from '../../service-health/events/EventsPage.tsx'",
      'portal/areas/quota/limits/LimitsPage.tsx imports portal/areas/service-health/events/EventsPage.tsx',
    ],
    [
      'a common part of the portal that knows an area',
      'portal/ui/table/DataTable.tsx',
      "import { x } from '../../areas/app-management/apps/AppsPage.tsx'",
      'portal/ui/table/DataTable.tsx imports portal/areas/app-management/apps/AppsPage.tsx',
    ],
    [
      'a file of 301 lines',
      'src/areas/quota/routes.ts',
      '//\n'.repeat(301),
      'src/areas/quota/routes.ts is longer than 300 lines',
    ],
  ])('%s', (_what, file, source, violation) => {
    expect(findViolations(file, source)).toEqual([violation])
  })

  test('and lets pass what is allowed', () => {
    expect(
      findViolations('src/areas/quota/rules.ts', "import type { Row } from './store.ts'"),
    ).toEqual([])
    expect(findViolations('src/areas/quota/routes.ts', '//\n'.repeat(300))).toEqual([])
    expect(findViolations('src/areas/quota/store.ts', "import { sql } from 'kysely'")).toEqual([])
  })
})
