import { beforeAll, describe, expect, test } from 'vitest'
import { useDeclaredSchemas } from '../support/http/schema-check.ts'
import { insertApp, insertOrganization, insertPerson } from '../support/world/world.ts'
import { useCli } from './stage.ts'

const { url, database, shell, people } = await useCli()
const why = useDeclaredSchemas('openapi/app-management.json')
const withToken = () => ({ BINNACLE_URL: url, BINNACLE_TOKEN: people.ada.token })

/** Every way to an app there is, and the apps of others. */
beforeAll(async () => {
  const { db } = database
  const { ada } = people
  const bob = await insertPerson(db, 'bob')
  const managers = await insertOrganization(db, { [ada.id]: 'admin', [bob.id]: 'member' }, 'crew')
  const club = await insertOrganization(db, { [bob.id]: 'admin' }, 'club')
  await insertApp(db, { ...ada, kind: 'user' }, { [ada.id]: 'manager' }, 'tide-tables')
  await insertApp(db, { ...managers, kind: 'org' }, { [ada.id]: 'developer' }, 'buoys')
  await insertApp(db, { ...managers, kind: 'org' }, {}, 'lamps')
  await insertApp(db, { ...bob, kind: 'user' }, { [ada.id]: 'viewer' }, 'tide-tables')
  await insertApp(db, { ...bob, kind: 'user' }, {}, 'secret-plans')
  await insertApp(db, { ...club, kind: 'org' }, {}, 'club-house')
})

const MINE = ['ada/tide-tables', 'bob/tide-tables', 'crew/buoys', 'crew/lamps']

describe('apps list', () => {
  test('A12: an app is written as its owner, a slash and its name, in a pipe', async () => {
    const { code, stdout, stderr } = await shell.run(['apps', 'list'], { env: withToken() })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.trimEnd().split('\n').toSorted()).toEqual(MINE)
    expect(stdout.endsWith('\n')).toBe(true)
  })

  test('A13: each app the caller can access stands on one line, once, on a terminal too', async () => {
    const { code, screen } = await shell.onTerminal('binnacle apps list', [], withToken())
    expect(code).toBe(0)
    expect(screen.trimEnd().split('\n').toSorted()).toEqual(MINE)
  })

  test('A14: no app of others: not for ada, and for a new person none at all', async () => {
    const { token } = await insertPerson(database.db, 'eve')
    const env = { ...withToken(), BINNACLE_TOKEN: token }
    expect(await shell.run(['apps', 'list'], { env })).toEqual({ code: 0, stdout: '', stderr: '' })
    const { stdout } = await shell.run(['apps', 'list'], { env: withToken() })
    expect(stdout).not.toMatch(/secret-plans|club-house/)
  })

  test('nothing yet: a person is told what to do next', async () => {
    const { token } = await insertPerson(database.db, 'finn')
    const env = { ...withToken(), BINNACLE_TOKEN: token }
    const { screen } = await shell.onTerminal('binnacle apps list', [], env)
    expect(screen).toBe(
      'You do not have access to any app. To create one, see: binnacle apps create --help\n',
    )
  })

  test('json is what the API answers; tsv has a line per app and a tab between fields', async () => {
    const json = await shell.run(['apps', 'list', '--output', 'json'], { env: withToken() })
    const body = JSON.parse(json.stdout)
    expect(why('listApps', 200, body)).toBeUndefined()
    expect(body.length).toBe(MINE.length)
    const tsv = await shell.run(['--output', 'tsv', 'apps', 'list'], { env: withToken() })
    const lines = tsv.stdout.trimEnd().split('\n')
    expect(lines.map((line) => line.split('\t').length)).toEqual(MINE.map(() => 7))
    expect(lines.find((line) => line.startsWith('crew/buoys\t'))).toContain('\tLinux\tCustom\t')
  })
})

describe('a name that would command the terminal', () => {
  test('is shown without its control characters', async () => {
    const env = withToken()
    const name = 'Red \u001b[31m\u0007alert\nnext'
    const made = ['apps', 'create', name, '--name', 'red', '--os', 'linux', '--platform', 'custom']
    expect(await shell.run(made, { env })).toEqual({ code: 0, stdout: 'ada/red\n', stderr: '' })
    const { stdout } = await shell.run(['apps', 'show', 'ada/red'], { env })
    expect(stdout).toMatch(/^Name +Red {1,2}\[31m alert next$/m)
    await shell.run(['apps', 'delete', 'ada/red', '--yes'], { env })
  })
})

describe('deleting', () => {
  test('asks for the name on a terminal, and does nothing for another answer', async () => {
    const line = 'binnacle apps delete ada/tide-tables'
    const kept = await shell.onTerminal(line, [['to confirm: ', 'yes\n']], withToken())
    expect(kept.code).toBe(1)
    expect(kept.screen).toContain('its tokens will stop working')
    expect(kept.screen).toContain('You did not confirm. Nothing was changed.\nCode: NotConfirmed\n')
    const shown = await shell.run(['apps', 'show', 'ada/tide-tables'], { env: withToken() })
    expect(shown.code).toBe(0)
  })

  test('2: in a pipe without --yes', async () => {
    const refused = await shell.run(['apps', 'delete', 'ada/tide-tables'], { env: withToken() })
    expect([refused.code, refused.stdout]).toEqual([2, ''])
    expect(refused.stderr).toContain('add --yes.')
  })
})
