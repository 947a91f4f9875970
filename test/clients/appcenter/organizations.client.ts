import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { insertPerson, type Person } from '../../support/world/world.ts'
import { CLIENTS, printed, useInstallation } from './installation.ts'

// One after another: each command meets what the ones before it left.
describe.each(CLIENTS)('appcenter-cli $version over $protocol: organizations', (client) => {
  const installation = useInstallation(client, useDatabase())
  const { run, runForJson, call } = installation
  let bob: Person

  const update = (...args: string[]) =>
    run('orgs', 'collaborators', 'update', '-n', 'acme', ...args)
  const get = async (path: string, token = installation.token) =>
    (await call(token, 'GET', `/v0.1${path}`)).body

  beforeAll(async () => {
    bob = await insertPerson(installation.db, 'bob')
    await installation.logIn()
  })

  test('orgs list: none yet', async () => {
    expect(await runForJson('orgs', 'list')).toEqual([])
  })

  test('orgs create', async () => {
    expect(await run('orgs', 'create', '-d', 'Acme Works', '-n', 'acme')).toEqual(
      printed(
        'Successfully created organization acme',
        'Name:         acme',
        'Display name: Acme Works',
        'URL:          http://localhost:8080/orgs/acme',
        'Admins:       ada',
      ),
    )
    expect(await get('/orgs/acme')).toMatchObject({ name: 'acme', display_name: 'Acme Works' })
  })

  test('orgs create: a name that is taken, even by a person', async () => {
    for (const name of ['acme', 'bob']) {
      expect(await run('orgs', 'create', '-d', 'Another', '-n', name)).toEqual({
        code: 4,
        stdout: '',
        stderr: `Error: organization ${name} already exists\n`,
      })
    }
  })

  test('orgs list', async () => {
    expect(await runForJson('orgs', 'list')).toEqual([['Acme Works', 'acme']])
    const { code, stdout } = await run('orgs', 'list')
    expect({ code, rows: stdout.split('\n').filter((line) => line.includes('acme')) }).toEqual({
      code: 0,
      rows: ['│ Acme Works   │ acme │'],
    })
  })

  test('orgs show: counts apps and people', async () => {
    const app = { display_name: 'Rocket', os: 'Linux', platform: 'Custom' }
    await call(installation.token, 'POST', '/v0.1/orgs/acme/apps', app)
    expect(await run('orgs', 'show', '-n', 'acme')).toEqual(
      printed(
        'Display name:  Acme Works',
        'URL:           http://localhost:8080/orgs/acme',
        'Admins:        ada',
        'Apps:          1',
        'Collaborators: 1',
      ),
    )
  })

  test('orgs show: an organization that is not there', async () => {
    expect(await run('orgs', 'show', '-n', 'nowhere')).toEqual({
      code: 4,
      stdout: '',
      stderr: "Error: organization nowhere doesn't exist\n",
    })
  })

  test('orgs collaborators update: invites new e-mails', async () => {
    expect(await update('-c', `${bob.email} eve@example.com`)).toEqual(
      printed('Successfully added 2 collaborators to organization'),
    )
    const invitations = await get('/orgs/acme/invitations')
    expect(
      invitations.map(({ email, role }: { email: string; role: string }) => [email, role]).sort(),
    ).toEqual([
      [bob.email, 'collaborator'],
      ['eve@example.com', 'collaborator'],
    ])
  })

  // The client sends this request with no body at all.
  test('orgs collaborators update: inviting again renews the invitation', async () => {
    const [before] = await get('/user/invitations', bob.token)
    expect(await update('-c', bob.email)).toEqual(
      printed('Successfully added 1 collaborators to organization'),
    )
    const after = await get('/user/invitations', bob.token)
    expect(after).toEqual([expect.objectContaining({ role: 'collaborator', owner_name: 'acme' })])
    expect(after[0].token).not.toBe(before.token)
    expect(after[0].expires_at > before.expires_at).toBe(true)
  })

  test('orgs collaborators update: an invitation is revoked', async () => {
    expect(await update('-d', 'eve@example.com')).toEqual(
      printed('Successfully deleted 1 collaborators from organization'),
    )
    expect(await get('/orgs/acme/invitations')).toEqual([
      expect.objectContaining({ email: bob.email }),
    ])
  })

  test('orgs collaborators list: who was invited and has accepted', async () => {
    const list = ['orgs', 'collaborators', 'list', '-n', 'acme']
    expect(await runForJson(...list)).toEqual([['ada', 'ada', 'ada@example.com']])
    const [{ token }] = await get('/user/invitations', bob.token)
    await call(bob.token, 'POST', `/v0.1/user/invitations/orgs/${token}/accept`)
    expect(await runForJson(...list)).toEqual([
      ['ada', 'ada', 'ada@example.com'],
      ['bob', 'The bob', bob.email],
    ])
  })

  test('orgs collaborators update: a collaborator becomes an admin, and one again', async () => {
    expect(await update('--make-admins', bob.email)).toEqual(
      printed('Successfully changed roles for 1 collaborators to "admin"'),
    )
    expect(await get('/orgs/acme/users/bob')).toMatchObject({ role: 'admin' })
    expect((await run('orgs', 'show', '-n', 'acme')).stdout).toContain('Admins:        ada, bob\n')
    expect(await update('--make-collaborators', bob.email)).toEqual(
      printed('Successfully changed roles for 1 admins to "collaborator"'),
    )
    expect(await get('/orgs/acme/users/bob')).toMatchObject({ role: 'collaborator' })
  })

  test('orgs collaborators update: the last admin stays one', async () => {
    const { code } = await update('--make-collaborators', 'ada@example.com')
    expect(code).toBe(3)
    expect(await get('/orgs/acme/users/ada')).toMatchObject({ role: 'admin' })
  })

  test('orgs collaborators update: removes a member', async () => {
    expect(await update('-d', bob.email)).toEqual(
      printed('Successfully deleted 1 collaborators from organization'),
    )
    expect(await get('/orgs', bob.token)).toEqual([])
    expect(await runForJson('orgs', 'collaborators', 'list', '-n', 'acme')).toHaveLength(1)
  })
})
