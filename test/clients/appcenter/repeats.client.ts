import { beforeAll, describe, expect, test, vi } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { useWireTap } from '../../support/database/wire-tap.ts'
import { NEWEST as client, useInstallation } from './installation.ts'

/**
 * The commit takes effect, the server never learns of it and answers 503, and the client repeats its
 * POST by itself. The promise: what was asked for once is there once.
 */
describe(`appcenter-cli ${client.version} repeats a POST whose commit got no answer`, () => {
  const database = useDatabase()
  const tap = useWireTap(database.url)
  const installation = useInstallation(client, tap)
  const { run, call } = installation

  beforeAll(async () => {
    await installation.logIn()
    const app = { display_name: 'rocket', os: 'Linux', platform: 'Custom' }
    await call(installation.token, 'POST', '/v0.1/apps', app)
  })

  /** The POSTs of the client that the server has answered at an address, oldest first. */
  const readPosts = (route: string) =>
    installation
      .readLog()
      .split('\n')
      .filter((line) => line.includes('"method":"POST"') && line.includes('"clientRequestId"'))
      .map((line): Post => JSON.parse(line))
      .filter((post) => post.route === route)

  const runWithCut = async (route: string, ...args: string[]) => {
    const cut = tap.cutAfterCommit()
    const finished = await run(...args)
    await cut
    const posts = await vi.waitFor(() => {
      // The log is written a little behind.
      const found = readPosts(route)
      expect(found.length).toBeGreaterThanOrEqual(2)
      return found
    }, 60_000)
    expect(new Set(posts.map(({ clientRequestId }) => clientRequestId)).size).toBe(1)
    return { finished, statuses: posts.map(({ status }) => status) }
  }

  test('apps create: exactly one app, and the client learns that it is there', async () => {
    const what = ['-d', 'Once', '-n', 'once', '-o', 'Android', '-p', 'Java']
    const { finished, statuses } = await runWithCut('/v0.1/apps', 'apps', 'create', ...what)
    expect(statuses).toEqual([503, 409])
    expect(finished).toEqual({
      code: 4,
      stdout: '',
      stderr: "Error: an app with this 'name' already exists\n",
    })
    const { body } = await call(installation.token, 'GET', '/v0.1/apps')
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['rocket', 'once'])
  })

  test.each([
    { type: 'user', options: [], route: '/v0.1/api_tokens', opens: '/v0.1/user' },
    {
      type: 'app',
      options: ['-t', 'app', '-a', 'ada/rocket'],
      route: '/v0.1/apps/:owner_name/:app_name/api_tokens',
      opens: '/v0.1/apps/ada/rocket',
    },
  ])(
    'tokens create of type $type: exactly one live token, the one that was printed',
    async ({ type, options, route, opens }) => {
      const description = `${type} token, once`
      const args = ['tokens', 'create', '-d', description, ...options, '--output', 'json']
      const { finished, statuses } = await runWithCut(route, ...args)
      expect(statuses).toEqual([503, 201])
      expect(finished).toMatchObject({ code: 0, stderr: '' })
      const { id, apiToken } = JSON.parse(finished.stdout)

      const tokens = await database.db
        .selectFrom('api_token')
        .select(['id', 'revoked_at'])
        .where('description', '=', description)
        .orderBy('created_at')
        .execute()
      expect(tokens).toEqual([
        { id: expect.not.stringMatching(id), revoked_at: expect.any(Date) },
        { id, revoked_at: null },
      ])
      expect((await call(apiToken, 'GET', opens)).status).toBe(200)
    },
  )
})

type Post = Readonly<{ route: string; status: number; clientRequestId: string }>
