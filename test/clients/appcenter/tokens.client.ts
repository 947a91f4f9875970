import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { CLIENTS, printed, useInstallation } from './installation.ts'

/** The two families of tokens that the client knows, and where a token of each is of use. */
const FAMILIES = [
  { type: 'user', options: [], value: /^bnu_/, opens: '/v0.1/user' },
  {
    type: 'app',
    options: ['-t', 'app', '-a', 'ada/rocket'],
    value: /^bna_/,
    opens: '/v0.1/apps/ada/rocket',
  },
]

describe.each(CLIENTS)('appcenter-cli $version over $protocol: tokens', (client) => {
  const installation = useInstallation(client, useDatabase())
  const { run, runForJson, call } = installation

  beforeAll(async () => {
    await installation.logIn()
    for (const display_name of ['rocket', 'balloon']) {
      const app = { display_name, os: 'Linux', platform: 'Custom' }
      await call(installation.token, 'POST', '/v0.1/apps', app)
    }
  })

  describe.each(FAMILIES)('of type $type', ({ type, options, value, opens }) => {
    const open = async (token: string) => (await call(token, 'GET', opens)).status
    const list = (): Promise<string[][]> => runForJson('tokens', 'list', ...options)
    let created: { id: string; apiToken: string; createdAt: string }

    test('tokens create -d', async () => {
      created = await runForJson('tokens', 'create', '-d', 'for the build', ...options)
      expect(created).toMatchObject({
        apiToken: expect.stringMatching(value),
        description: 'for the build',
        scope: ['all'],
      })
      expect(await open(created.apiToken)).toBe(200)
    })

    // The client sends this request with no body at all.
    test('tokens create: without a description', async () => {
      const { id, apiToken } = await runForJson('tokens', 'create', ...options)
      expect(await open(apiToken)).toBe(200)
      expect(await list()).toContainEqual([id, 'appcenterCli', type, expect.any(String)])
    })

    test('tokens list: what was created, and no value', async () => {
      const rows = await list()
      expect(rows).toContainEqual([created.id, 'for the build', type, created.createdAt])
      // The one of the first operator is a user token too.
      expect(rows).toHaveLength(type === 'user' ? 3 : 2)
      const { code, stdout } = await run('tokens', 'list', ...options)
      expect(code).toBe(0)
      expect(stdout).toContain(`│ ${created.id} │ for the build `)
      expect(stdout).not.toMatch(/bn[uao]_/)
    })

    test('tokens delete: it opens nothing any more', async () => {
      expect(await run('tokens', 'delete', created.id, ...options, '--quiet')).toEqual(printed())
      expect(await open(created.apiToken)).toBe(401)
      expect((await list()).map(([id]) => id)).not.toContain(created.id)
    })

    test('tokens delete: one that is gone', async () => {
      expect(await run('tokens', 'delete', created.id, ...options, '--quiet')).toEqual({
        code: 5,
        stdout: '',
        stderr: `Error: the ${type} API token with ID "${created.id}" could not be found\n`,
      })
    })
  })

  test('apps list with an app token: the app it belongs to', async () => {
    const { apiToken } = await runForJson(
      'tokens',
      'create',
      '-d',
      'x',
      '-t',
      'app',
      '-a',
      'ada/rocket',
    )
    expect(await run('apps', 'list', '--token', apiToken, '--env', 'local')).toEqual(
      printed('  ada/rocket'),
    )
  })
})
