import { beforeAll, describe, expect, test } from 'vitest'
import { NEW_TOKEN } from '../../support/http/http.ts'
import {
  addApp,
  addOrganization,
  addPerson,
  addReadOnlyToken,
  call,
  type Organization,
  type Person,
} from '../world.ts'

let admin: Person
let manager: Person
let developer: Person
let viewer: Person
let org: Organization
let app: Awaited<ReturnType<typeof addApp>>
let other: Awaited<ReturnType<typeof addApp>>
beforeAll(async () => {
  admin = await addPerson('admin')
  manager = await addPerson('manager')
  developer = await addPerson('developer')
  viewer = await addPerson('viewer')
  org = await addOrganization(
    [
      [admin, 'admin'],
      [manager, 'member'],
      [developer, 'member'],
      [viewer, 'member'],
    ],
    'harbour',
  )
  app = await addApp(org, [
    [manager, 'manager'],
    [developer, 'developer'],
    [viewer, 'viewer'],
  ])
  other = await addApp(org, [[manager, 'manager']])
})

const status = async (...request: Parameters<typeof call>) => (await call(...request)).status
const change = (token: string, path = app.path) =>
  status(token, 'PATCH', path, { description: 'x' })
const createAppToken = (scope: 'all' | 'viewer', { token }: { token: string }) =>
  call(token, 'POST', `${app.path}/api_tokens`, { description: 'a job', scope: [scope] })
const appToken = async (scope: 'all' | 'viewer', maker = manager) =>
  (await createAppToken(scope, maker)).body.api_token

describe('user tokens', () => {
  test('A50: a user token carries the rights of the user who created it', async () => {
    const { api_token } = (await call(manager.token, 'POST', '/v0.1/api_tokens', NEW_TOKEN)).body
    expect(await change(api_token)).toBe(200)
    const made = (await call(viewer.token, 'POST', '/v0.1/api_tokens', NEW_TOKEN)).body
    expect(await change(made.api_token)).toBe(403)
  })

  test('A51: a user token works in each organization of its user', async () => {
    const second = await addOrganization([[viewer, 'collaborator']])
    for (const { name } of [org, second]) {
      expect(await status(viewer.token, 'GET', `/v0.1/orgs/${name}`)).toBe(200)
    }
    const foreign = await addOrganization([[admin, 'admin']])
    expect(await status(viewer.token, 'GET', `/v0.1/orgs/${foreign.name}`)).toBe(404)
  })

  test('A52: a user token works in each app of its user', async () => {
    expect(await status(manager.token, 'GET', app.path)).toBe(200)
    expect(await status(manager.token, 'GET', other.path)).toBe(200)
    expect(await status(viewer.token, 'GET', other.path)).toBe(404)
  })

  test('A53: Full access has every permission its user holds', async () => {
    expect(await change(admin.token)).toBe(200)
    expect(await status(admin.token, 'PATCH', `/v0.1/orgs/${org.name}`, {})).toBe(200)
    expect(await status(admin.token, 'GET', `/v0.1/orgs/${org.name}/api_tokens`)).toBe(200)
  })

  test('Full access adds nothing to the role: a viewer makes no token of the app and changes nothing', async () => {
    const input = { ...NEW_TOKEN, scope: ['viewer'] }
    expect(await status(viewer.token, 'POST', `${app.path}/api_tokens`, input)).toBe(403)
    expect(await change(viewer.token)).toBe(403)
  })

  test('A55: Read-only has the permission of a viewer, whatever its user is', async () => {
    const token = await addReadOnlyToken(admin)
    const { body } = await call(token, 'GET', app.path)
    expect(body.member_permissions).toEqual(['viewer'])
    expect(await change(token)).toBe(403)
    expect(await status(token, 'GET', `${app.path}/api_tokens`)).toBe(403)
  })

  test.each([
    ['GET', 'crash_groups'],
    ['GET', 'analytics/versions'],
    ['GET', 'export_configurations'],
    ['POST', 'test_runs'],
  ])(
    '%s …/%s is not served: whatever the token may do, the answer says so',
    async (method, path) => {
      const answers = [await addReadOnlyToken(viewer), manager.token].map((token) =>
        call(token, method, `${app.path}/${path}`, method === 'POST' ? {} : undefined),
      )
      for (const { status, body } of await Promise.all(answers)) {
        expect([status, body.message]).toEqual([
          404,
          expect.stringContaining('does not have this operation'),
        ])
      }
    },
  )

  test('A58: Read-only can read the basic information of an app', async () => {
    const { status, body } = await call(await addReadOnlyToken(developer), 'GET', app.path)
    expect([status, body.display_name]).toEqual([200, `The ${app.name}`])
  })

  test('A59: Read-only cannot change the settings of an app', async () => {
    const refused = await call(await addReadOnlyToken(manager), 'PATCH', app.path, { name: 'x' })
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ statusCode: 403, code: 'Forbidden' })
    expect(refused.body.message).toContain('Use a Full access token')
  })
})

describe('app tokens', () => {
  test('A61: an app token has rights in exactly one app', async () => {
    const token = await appToken('all')
    expect(await status(token, 'GET', app.path)).toBe(200)
    expect(await status(token, 'GET', other.path)).toBe(404)
    const { body } = await call(token, 'GET', '/v0.1/apps')
    expect(body.map(({ name }: { name: string }) => name)).toEqual([app.name])
    expect(await status(token, 'GET', '/v0.1/user')).toBe(403)
  })

  test('A62: the rights of an app token are those of a Manager or of a Viewer', async () => {
    const steps: [string, string, object?][] = [
      ['GET', ''],
      ['GET', '/users'],
      ['GET', '/api_tokens'],
      ['GET', '/invitations'],
      ['PATCH', '', { description: 'tides' }],
      ['PATCH', `/users/${viewer.email}`, { permissions: ['viewer'] }],
    ]
    const tryAll = async (token: string) => {
      const statuses = []
      for (const [method, rest, body] of steps) {
        statuses.push(await status(token, method, `${app.path}${rest}`, body))
      }
      return statuses
    }
    expect(await tryAll(developer.token)).toEqual([200, 200, 200, 403, 403, 403])
    for (const [scope, person, expected] of [
      ['all', manager, [200, 200, 200, 200, 200, 204]],
      ['viewer', viewer, [200, 200, 403, 403, 403, 403]],
    ] as const) {
      expect(await tryAll(person.token)).toEqual(expected)
      expect(await tryAll(await appToken(scope))).toEqual(expected)
    }
  })

  describe('A63: a Full access app token can do what a manager can do', () => {
    /** Every operation on an app that needs a manager or less; the last of them ends it. */
    async function doEverything(token: string, { path, member, spare }: Twin): Promise<number[]> {
      const guest = await addPerson()
      const steps: [string, string, object?][] = [
        ['GET', ''],
        ['PATCH', '', { description: 'tides' }],
        ['GET', '/users'],
        ['PATCH', `/users/${member.email}`, { permissions: ['viewer'] }],
        ['DELETE', `/users/${member.email}`],
        ['POST', '/invitations', { user_email: guest.email }],
        ['GET', '/invitations'],
        ['PATCH', `/invitations/${guest.email}`, { permissions: ['viewer'] }],
        ['DELETE', `/invitations/${guest.email}`],
        ['GET', '/api_tokens'],
        ['DELETE', `/api_tokens/${spare}`],
        ['POST', '/transfer_to_org', {}],
        ['POST', `/transfer/${admin.name}`, {}],
        ['DELETE', ''],
      ]
      const statuses = []
      for (const [method, rest, body] of steps) {
        statuses.push(await status(token, method, `${path}${rest}`, body))
      }
      return statuses
    }
    const input = { description: 'a job', scope: ['all'] }
    const stage = async () => {
      const member = await addPerson()
      const { path } = await addApp(org, [
        [manager, 'manager'],
        [developer, 'developer'],
        [member, 'developer'],
      ])
      const make = async () => (await call(manager.token, 'POST', `${path}/api_tokens`, input)).body
      return { path, member, made: await make(), spare: (await make()).id as string }
    }
    type Twin = Awaited<ReturnType<typeof stage>>

    test('every operation on the app answers both alike, refusals included, to the end of the app', async () => {
      const [one, two] = [await stage(), await stage()]
      const byManager = await doEverything(manager.token, one)
      const byToken = await doEverything(two.made.api_token, two)
      const reads = [200, 200, 200]
      expect(byManager).toEqual([...reads, 204, 204, 204, 200, 204, 204, 200, 204, 403, 403, 204])
      expect(byToken).toEqual(byManager)
      expect(await status(manager.token, 'GET', two.path)).toBe(404)
    })

    test('and a developer is refused where both are not', async () => {
      const byDeveloper = await doEverything(developer.token, await stage())
      expect(byDeveloper).toEqual([
        ...[200, 403, 200, 403, 403, 403, 403, 403, 403],
        ...[200, 404, 403, 403, 403],
      ])
    })

    test('but creates no tokens: the exception of requirements.md', async () => {
      const { path, made } = await stage()
      expect(await status(manager.token, 'POST', `${path}/api_tokens`, input)).toBe(201)
      expect(await status(made.api_token, 'POST', `${path}/api_tokens`, input)).toBe(403)
    })
  })

  test('A64: only managers create a Full access app token', async () => {
    const input = NEW_TOKEN
    const made = [manager, admin, developer, viewer].map(({ token }) =>
      status(token, 'POST', `${app.path}/api_tokens`, input),
    )
    expect(await Promise.all(made)).toEqual([201, 201, 403, 403])
    // Nothing said means Full access, and is not quietly made less.
    expect(await status(developer.token, 'POST', `${app.path}/api_tokens`, NEW_TOKEN)).toBe(403)
  })

  test('A65: a Read-only app token can do what a viewer can do', async () => {
    const token = await appToken('viewer')
    expect(await status(token, 'GET', app.path)).toBe(200)
    expect(await status(token, 'GET', `${app.path}/users`)).toBe(200)
    expect(await change(token)).toBe(403)
    expect(await status(token, 'GET', `${app.path}/api_tokens`)).toBe(403)
  })

  describe.each([
    ['A66: managers create a Read-only app token', () => [manager, admin]],
    ['A67: developers create a Read-only app token', () => [developer]],
  ])('%s', (_clause, makers) => {
    test('201: it is of the kind app, Read-only, listed, and no more than a viewer', async () => {
      for (const maker of makers()) {
        const { status: made, body } = await createAppToken('viewer', maker)
        expect([made, body.kind, body.scope, body.created_by]).toEqual([
          ...[201, 'app', ['viewer'], maker.name],
        ])
        const listed = (await call(maker.token, 'GET', `${app.path}/api_tokens`)).body
        expect(listed).toContainEqual(expect.objectContaining({ id: body.id, scope: ['viewer'] }))
        expect((await call(body.api_token, 'GET', app.path)).body.member_permissions).toEqual([
          'viewer',
        ])
        expect(await change(body.api_token)).toBe(403)
      }
    })

    test('403: viewers create none; 404: nor does somebody who is not on the app', async () => {
      const outsider = await addPerson()
      const before = (await call(manager.token, 'GET', `${app.path}/api_tokens`)).body.length
      expect((await createAppToken('viewer', viewer)).status).toBe(403)
      expect((await createAppToken('viewer', outsider)).status).toBe(404)
      const reading = { token: await addReadOnlyToken(makers()[0] ?? viewer) }
      expect((await createAppToken('viewer', reading)).status).toBe(403)
      const after = (await call(manager.token, 'GET', `${app.path}/api_tokens`)).body.length
      expect(after).toBe(before)
    })
  })
})
