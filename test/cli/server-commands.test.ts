import { randomBytes } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVER_COMMANDS } from '../../cli/server-commands.ts'
import { administer, databaseUrl, newDatabaseName } from '../support/database/postgres.ts'
import { useShell } from './shell.ts'

const shell = useShell()
const database = newDatabaseName()
const keyFile = join(shell.home, 'key')
const env = {
  DATABASE_URL: databaseUrl(database),
  SECRET_KEY_FILE: keyFile,
  PORT: '0',
  METRICS_ADDRESS: '127.0.0.1:0',
  DRAIN_SECONDS: '0',
}
beforeAll(async () => {
  // The database of `dev` runs as somebody else when we are root, and has to get in.
  chmodSync(shell.home, 0o711)
  writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  await administer(`create database ${database}`)
})
afterAll(() => administer(`drop database ${database} with (force)`))

type Name = (typeof SERVER_COMMANDS)[number]['name']

/** What those leave on stdout that come to an end by themselves. */
const PRINTED: Partial<Record<Name, RegExp>> = {
  'rehearse <scenario>': /^A regional outage.*rehearsed in/s,
  migrate: /^$/,
  bootstrap: /^bnu_\w+\n$/,
  'sign-in-link': /^http:\S+\/oauth2\/sign-in-link\/\S+\n$/,
  doctor: /^ok {7}version: Binnacle .*^ok {7}keys: /ms,
  'rotate-key': /^$/,
  'rotate-signing-key': /^$/,
  'move-group-roles': /^$/,
  'load-catalogue [file]': /^$/,
}
/** What the others show once they are up; then comes Ctrl-C. */
const SHOWN: Partial<Record<Name, string>> = {
  dev: 'export PUBLIC_URL=',
  serve: 'listening',
  work: 'working',
}

// One after another, as whoever sets up a server types them.
describe('the help of what runs on the machine of a server begins with an example that works', () => {
  test.each(SERVER_COMMANDS.map(({ name, example }) => [example, name] as const))(
    '%s',
    async (example, name) => {
      const [word = ''] = name.split(' ')
      const help = await shell.run([word, '--help'])
      expect(help).toMatchObject({ code: 0, stderr: '' })
      expect(help.stdout.startsWith(`Example:\n  ${example}\n\nUsage: binnacle ${word}`)).toBe(true)
      expect(PRINTED[name] === undefined).not.toBe(SHOWN[name] === undefined)
      const { code, stdout } = SHOWN[name]
        ? await shell.interrupt(example, SHOWN[name], name === 'dev' ? {} : env)
        : await shell.sh(example, name.startsWith('rehearse') ? {} : env)
      expect([code, stdout]).toEqual([0, expect.stringMatching(PRINTED[name] ?? /./)])
    },
    180_000,
  )

  test('all of them stand in the help of the whole', async () => {
    const { stdout } = await shell.run(['--help'])
    const [, ours = ''] = stdout.split('Server commands:\n')
    expect(ours.match(/(?<=^ {2})[a-z-]+/gm)).toEqual(
      SERVER_COMMANDS.map(({ name }) => name.split(' ')[0]),
    )
  })

  test.each([
    ['migrate', '--dry-run'],
    ['serve', '--port=80'],
    ['work', 'hard'],
    ['rotate-key', '--all'],
    ['doctor', '--fix'],
    ['rotate-signing-key', '--withdraw=all'],
    ['load-catalogue', '--force'],
    ['bootstrap', '--nonsense'],
    ['dev', '--nonsense'],
  ])('2: %s %s, and nothing is done', async (...typed) => {
    const { code, stdout, stderr } = await shell.runProcess(typed, { env })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`Usage: binnacle ${typed[0]}`)
  })

  test('2: options of ours before them', async () => {
    const { code, stderr } = await shell.run(['--verbose', 'serve'])
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('Options cannot come before serve.'),
    ])
  })
})
