import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findViolations } from './architecture.ts'
import { findGuesses, findRouteTypes, MOST_GUESSES } from './guesses.ts'
import { findOldWords } from './old-words.ts'

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

const TYPESCRIPT = '{bench,bin,cli,client,portal,proof,scripts,src,test}/**/*.{ts,tsx}'

test('no name has a word that the glossary replaced', () => {
  const files = globSync(TYPESCRIPT, { exclude: (path) => /node_modules|generated/.test(path) })
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((file) => findOldWords(file, readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  ['const tokenWish = 1', 'x.ts declares tokenWish'],
  ['function f({ place }: { place: string }) {}', 'x.ts declares place'],
  ['type DoorError = string', 'x.ts declares DoorError'],
  ['const lastPlaceOf = 1', 'x.ts declares lastPlaceOf'],
  ['const MAX_WISHES = 1', 'x.ts declares MAX_WISHES'],
  ['const { facts } = event', 'x.ts declares facts'],
])('%s is noticed', (source, violation) => {
  expect(findOldWords('x.ts', source)).toContain(violation)
})

test('area C says sub-request, not part', () => {
  const source = 'const [part, partition, WaitingPartList] = []'
  for (const file of ['src/areas/quota/x.ts', 'cli/commands/quota.ts']) {
    expect(findOldWords(file, source)).toEqual([
      `${file} declares part`,
      `${file} declares WaitingPartList`,
    ])
  }
  expect(findOldWords('src/platform/x.ts', source)).toEqual([])
})

test('an old word in the name of a file is noticed, and a word that only contains one is not', () => {
  expect(findOldWords('test/token-places.ts', '')).toEqual([
    'test/token-places.ts is the name of a file',
  ])
  expect(findOldWords('x.ts', 'const [placeholder, replaceAll, factory] = []')).toEqual([])
})

test('types tell what is known', () => {
  const files = globSync('src/**/*.ts', { exclude: (path) => path.endsWith('.test.ts') })
  const read = (find: typeof findGuesses) =>
    files.flatMap((file) => find(file, readFileSync(file, 'utf8')))
  expect(read(findRouteTypes)).toEqual([])
  expect(read(findGuesses).length, read(findGuesses).join('\n')).toBeLessThan(MOST_GUESSES)
})

test('the check of types notices', () => {
  const source = "a(b ?? '')\nc = d || ''\nf(e as string)\nreturn g[0]!\nh!.i"
  expect(findGuesses('x.ts', source)).toHaveLength(5)
  expect(findGuesses('x.ts', "if (a !== '' && !b) c ??= 'd'")).toEqual([])
  const route = "app.get<{ Params: { id: string } }>(path, operation('a', 'b', c), d)"
  expect(findRouteTypes('x.ts', route)).toEqual(['x.ts states the types of a route'])
  expect(findRouteTypes('x.ts', route.replace(/<.*>/, ''))).toEqual([])
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
      'an area that imports another for its types',
      'src/areas/quota/routes.ts',
      "import type { X } from '../service-health/wire.ts'",
      'src/areas/quota/routes.ts imports src/areas/service-health/wire.ts',
    ],
    [
      'the platform importing an area',
      'src/platform/jobs.ts',
      "import { x } from '../areas/service-health/actions.ts'",
      'src/platform/jobs.ts imports src/areas/service-health/actions.ts',
    ],
    [
      'the platform importing the directory',
      'src/platform/http/access.ts',
      "import { x } from '../../directory/caller.ts'",
      'src/platform/http/access.ts imports src/directory/caller.ts',
    ],
    [
      'the directory importing identity',
      'src/directory/accounts/actions.ts',
      "import { x } from '../../identity/sign-in/actions.ts'",
      'src/directory/accounts/actions.ts imports src/identity/sign-in/actions.ts',
    ],
    [
      'the directory importing an area',
      'src/directory/operators/area.ts',
      "import { x } from '../../areas/quota/operator/routes.ts'",
      'src/directory/operators/area.ts imports src/areas/quota/operator/routes.ts',
    ],
    [
      'identity importing an area',
      'src/identity/operator/accounts/actions.ts',
      "import { x } from '../../../areas/app-management/tokens/actions.ts'",
      'src/identity/operator/accounts/actions.ts imports src/areas/app-management/tokens/actions.ts',
    ],
    [
      'the shared wire of areas B and C importing identity',
      'src/management-api/api-version.ts',
      "import { x } from '../identity/errors.ts'",
      'src/management-api/api-version.ts imports src/identity/errors.ts',
    ],
    [
      'an action of an area calling one of identity',
      'src/areas/quota/requests/actions.ts',
      "import { x } from '../../../identity/sign-in/actions.ts'",
      'src/areas/quota/requests/actions.ts imports src/identity/sign-in/actions.ts',
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
      'a query in an action of the directory',
      'src/directory/accounts/actions.ts',
      "await trx.selectFrom('account').execute()",
      'src/directory/accounts/actions.ts builds a query',
    ],
    [
      'a rule of the directory that looks at the clock',
      'src/directory/accounts/rules.ts',
      'const now = new Date()',
      'src/directory/accounts/rules.ts is a rule and says new Date()',
    ],
    [
      'a rule of the management API that looks at the clock',
      'src/management-api/notifications/rules.ts',
      'const now = new Date()',
      'src/management-api/notifications/rules.ts is a rule and says new Date()',
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
      'the portal importing the server',
      'portal/areas/app-management/apps/AppsPage.tsx',
      "import type { App } from '../../../../src/areas/app-management/apps/wire.ts'",
      'portal/areas/app-management/apps/AppsPage.tsx imports src/areas/app-management/apps/wire.ts',
    ],
    [
      'the command line importing the server',
      'cli/commands/apps.ts',
      "import { findApp } from '../../src/areas/app-management/apps/store.ts'",
      'cli/commands/apps.ts imports src/areas/app-management/apps/store.ts',
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
