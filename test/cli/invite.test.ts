import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertApp, insertOrganization } from '../support/world/world.ts'
import { useCli } from './stage.ts'

const { url, database, shell, people } = await useCli()
const env = () => ({ BINNACLE_URL: url, BINNACLE_TOKEN: people.ada.token })
const run = (args: readonly string[], input?: string) =>
  shell.run(['members', 'invite', ...args], {
    env: env(),
    ...(input !== undefined && { input }),
  })
const TIDE = ['--app', 'ada/tide-tables']

beforeAll(async () => {
  const { ada } = people
  await insertApp(database.db, { ...ada, kind: 'user' }, {}, 'tide-tables')
  await insertOrganization(database.db, { [ada.id]: 'admin' }, 'crew')
})

const listInvited = async (target: readonly string[]) => {
  const args = ['members', 'list', '--invited', '--output', 'tsv', ...target]
  const { stdout } = await shell.run(args, { env: env() })
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t').slice(0, 2).join())
    .toSorted()
}

describe('members invite', () => {
  test('--link prints the link, which opens the invitation', async () => {
    for (const target of [TIDE, ['--org', 'crew']]) {
      const { code, stdout } = await run(['bob@example.com', '--link', ...target])
      expect(code).toBe(0)
      expect(stdout).toMatch(new RegExp(`^${url}/oauth2/invitation/[\\w-]{43}\n$`))
      const page = await fetch(stdout.trim())
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('ada')])
    }
  })

  test('--csv invites the people of a list, and says what came of each', async () => {
    const list = 'email,role\none@example.com,viewer\ntwo@example.com\nada@example.com,manager\n'
    const { code, stdout, stderr } = await run(['--csv', '-', '--output', 'json', ...TIDE], list)
    expect(code).toBe(1)
    expect(stderr).toContain('1 of 3 people were not invited')
    expect(JSON.parse(stdout)).toEqual([
      { email: 'one@example.com', role: 'viewer', outcome: expect.any(String), invited: true },
      { email: 'two@example.com', role: 'developer', outcome: expect.any(String), invited: true },
      {
        email: 'ada@example.com',
        role: 'manager',
        outcome: expect.stringContaining('already a member'),
        invited: false,
      },
    ])
    expect(await listInvited(TIDE)).toEqual(
      expect.arrayContaining(['one@example.com,viewer', 'two@example.com,developer']),
    )
  })

  test('--csv with --link and --role, to an organization', async () => {
    const args = ['--csv', '-', '--link', '--role', 'member', '--output', 'tsv', '--org', 'crew']
    const { code, stdout } = await run(args, 'three@example.com\nfour@example.com,admin\n')
    expect(code).toBe(0)
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).toContain(`${url}/oauth2/invitation/`)
    expect(await listInvited(['--org', 'crew'])).toEqual(
      expect.arrayContaining(['four@example.com,admin', 'three@example.com,member']),
    )
  })

  test('a list with faults invites nobody, and names the lines', async () => {
    const { code, stderr } = await run(['--csv', '-', ...TIDE], 'five@example.com\nsix,boss\n')
    expect(code).toBe(2)
    expect(stderr).toContain('Line 2: six is not a valid e-mail address.')
    expect((await listInvited(TIDE)).join()).not.toContain('five')
  })

  test.each([
    ['neither an address nor a list', []],
    ['both', ['bob@example.com', '--csv', '-']],
    ['a file that is not there', ['--csv', '/nowhere/people.csv']],
  ])('%s is a usage error', async (_name, args) => {
    expect((await run([...args, ...TIDE], '')).code).toBe(2)
  })

  test('a list that stops in the middle still says who was invited', async () => {
    const { db } = database
    await sql`
      create function end_tokens() returns trigger language plpgsql as
        'begin update api_token set revoked_at = now(); return null; end'`.execute(db)
    await sql`
      create trigger ends_tokens after insert on invitation for each row
        when (new.email = 'eight@example.com') execute function end_tokens()`.execute(db)
    const list = 'seven@example.com\neight@example.com\nnine@example.com\n'
    const { code, stdout } = await run(['--csv', '-', '--output', 'tsv', ...TIDE], list)
    expect(code).toBe(3)
    const invited = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')[0])
    expect(invited).toEqual(['seven@example.com', 'eight@example.com'])
  })
})
