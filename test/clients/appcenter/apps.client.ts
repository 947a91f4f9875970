import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { insertApp, insertOrganization, insertPerson } from '../../support/world/world.ts'
import { CLIENTS, printed, useInstallation } from './installation.ts'

// One after another, as a newcomer would type them.
describe.each(CLIENTS)('appcenter-cli $version over $protocol: profile and apps', (client) => {
  const installation = useInstallation(client, useDatabase())
  const { run, runForJson, call } = installation
  const isOld = client.version === '2.14.0'

  beforeAll(async () => {
    const { db } = installation
    const { body: ada } = await call(installation.token, 'GET', '/v0.1/user')
    const bob = { ...(await insertPerson(db, 'bob')), kind: 'user' } as const
    const acme = await insertOrganization(db, { [ada.id]: 'member', [bob.id]: 'admin' }, 'acme')
    const moon = await insertOrganization(db, { [ada.id]: 'admin' }, 'moon')
    await insertApp(db, moon, { [bob.id]: 'manager' }, 'base')
    await insertApp(db, bob, { [ada.id]: 'viewer' }, 'shared')
    await insertApp(db, bob, {}, 'of-bob-alone')
    await insertApp(db, acme, { [ada.id]: 'developer' }, 'rocket')
    await insertApp(db, acme, { [bob.id]: 'manager' }, 'of-others')
  })

  test('this is the published version', async () => {
    expect(await run('--version')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(client.version),
    })
  })

  test('login: a token nobody made is refused, and the reason is shown', async () => {
    const { code, stderr } = await run('login', '--token', 'f'.repeat(40), '--env', 'local')
    expect(code).toBe(3)
    expect(stderr).toMatch(/^Error: .*token/)
  })

  test('login --token', async () => {
    expect(await installation.logIn()).toEqual(printed('Logged in as ada'))
  })

  test('profile list', async () => {
    expect(await run('profile', 'list')).toEqual(
      printed('Username:     ada', 'Display Name: ada', 'Email:        ada@example.com'),
    )
  })

  test('apps create: with everything that can be said', async () => {
    const what = ['-d', 'Demo One', '-n', 'demo-one', '-o', 'Android', '-p', 'Java']
    const { code, stdout, stderr } = await run(
      ...['apps', 'create', ...what, '--description', 'first words', '-r', 'Beta'],
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(readReport(stdout)).toMatchObject({
      'App Secret': expect.stringMatching(/^[0-9a-f-]{36}$/),
      Description: 'first words',
      'Display Name': 'Demo One',
      Name: 'demo-one',
      OS: 'Android',
      Platform: 'Java',
      'Release Type': 'Beta',
      'Owner Name': 'ada',
      'Owner Email': 'ada@example.com',
    })
  })

  test('apps create: the name comes from the display name', async () => {
    const app = await runForJson('apps', 'create', '-d', 'Zeta Two', '-o', 'iOS', '-p', 'Unity')
    expect(app).toMatchObject({
      name: 'Zeta-Two',
      displayName: 'Zeta Two',
      os: 'iOS',
      platform: 'Unity',
      origin: 'appcenter',
      owner: { name: 'ada', type: 'user' },
      memberPermissions: ['manager'],
    })
    const { body } = await call(installation.token, 'GET', '/v0.1/apps/ada/Zeta-Two')
    expect(app).toMatchObject({ id: body.id, appSecret: body.app_secret })
  })

  test('apps create: a name that is taken', async () => {
    const args = ['-d', 'Other', '-n', 'demo-one', '-o', 'Android', '-p', 'Java']
    const { code, stderr } = await run('apps', 'create', ...args)
    expect(code).toBe(isOld ? 3 : 4)
    expect(stderr).toContain(
      isOld ? 'This owner already has an app named demo-one' : "this 'name' already exists",
    )
  })

  test('apps list: one owner/app per line, what the caller can access and nothing else', async () => {
    expect(await run('apps', 'list')).toEqual(
      printed('  acme/rocket', '  ada/demo-one', '  ada/Zeta-Two', '  bob/shared', '  moon/base'),
    )
  })

  test('apps show', async () => {
    const { code, stdout } = await run('apps', 'show', '-a', 'acme/rocket')
    expect(code).toBe(0)
    expect(readReport(stdout)).toMatchObject({ Name: 'rocket', 'Owner Name': 'acme', OS: 'Linux' })
    const app = await runForJson('apps', 'show', '-a', 'bob/shared')
    expect(app).toMatchObject({ name: 'shared', memberPermissions: ['viewer'] })
  })

  test('apps show: what the caller cannot see is not found', async () => {
    const { code, stdout, stderr } = await run('apps', 'show', '-a', 'acme/of-others')
    expect({ code, stdout }).toEqual({ code: isOld ? 3 : 6, stdout: '' })
    expect(stderr).toContain(isOld ? 'The app does not exist' : 'could not be found')
  })

  if (isOld) {
    test('apps update', async () => {
      const args = ['-d', 'Demo Uno', '--description', 'new words', '-r', 'Store', '-n', 'demo-uno']
      const { code, stdout } = await run('apps', 'update', '-a', 'ada/demo-one', ...args)
      expect(code).toBe(0)
      const changed = { 'Display Name': 'Demo Uno', Description: 'new words', Name: 'demo-uno' }
      expect(readReport(stdout)).toMatchObject({ ...changed, 'Release Type': 'Store' })
      const app = await runForJson('apps', 'show', '-a', 'ada/demo-uno')
      expect(app).toMatchObject({ displayName: 'Demo Uno', releaseType: 'Store', os: 'Android' })
    })
  } else {
    // This version swaps owner and app in the path and leaves the fields out, whatever it talks to.
    test('apps update: broken in the client, and harmless', async () => {
      const before = await runForJson('apps', 'show', '-a', 'ada/demo-one')
      expect(await run('apps', 'update', '-a', 'ada/demo-one', '-d', 'Demo Uno')).toEqual({
        code: 5,
        stdout: '',
        stderr: 'Error: the app "ada/demo-one" could not be found\n',
      })
      expect(await runForJson('apps', 'show', '-a', 'ada/demo-one')).toEqual(before)
    })
  }

  test('apps delete', async () => {
    expect(await run('apps', 'delete', '-a', 'ada/Zeta-Two', '--quiet')).toEqual(printed())
    const { status } = await call(installation.token, 'GET', '/v0.1/apps/ada/Zeta-Two')
    expect(status).toBe(404)
    expect(await run('apps', 'list')).toEqual(
      printed(
        '  acme/rocket',
        `  ada/${isOld ? 'demo-uno' : 'demo-one'}`,
        '  bob/shared',
        '  moon/base',
      ),
    )
  })

  test('apps delete: what may only be seen stays', async () => {
    const { code } = await run('apps', 'delete', '-a', 'bob/shared', '--quiet')
    expect(code).toBe(3)
    const { status } = await call(installation.token, 'GET', '/v0.1/apps/bob/shared')
    expect(status).toBe(200)
  })
})

/** The lines `Name:  value` of a report. */
function readReport(text: string): Record<string, string> {
  const lines = text.trimEnd().split('\n')
  return Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
}
