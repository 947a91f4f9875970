import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { finish, waitFor } from './shell.ts'
import { signIn, useCli } from './stage.ts'

const { url, database, server, shell, people } = await useCli()

const readProfile = (name = 'default') =>
  JSON.parse(readFileSync(shell.profileFile, 'utf8')).profiles[name]
/** As if an hour had passed: no access token is good any more. */
function forgetAccessTokens() {
  const file = JSON.parse(readFileSync(shell.profileFile, 'utf8'))
  const { refreshToken } = file.profiles.default.secrets
  file.profiles.default.secrets = { refreshToken }
  writeFileSync(shell.profileFile, JSON.stringify(file))
}

describe('signed out', () => {
  test('3: a sentence, what to do, a code; nothing on stdout', async () => {
    expect(await shell.run(['whoami'])).toEqual({
      code: 3,
      stdout: '',
      stderr:
        'You are not signed in with the profile default.\nRun: binnacle login\nCode: SignedOut\n',
    })
  })

  test('2: a server over plain http elsewhere, or none', async () => {
    const far = await shell.run(['login', '--server', 'http://binnacle.example'])
    expect(far.code).toBe(2)
    expect(far.stderr).toContain('others on the network could read your token')
    expect((await shell.run(['login'])).code).toBe(2)
  })

  test('1: an address by which the server does not call itself, with the one it does', async () => {
    const other = await shell.run(['login', '--server', url.replace('127.0.0.1', 'localhost')])
    expect(other.code).toBe(1)
    expect(other.stderr).toContain(`Run: binnacle login --server ${url}\nCode: OtherAddress`)
  })

  test('5: nobody answers', async () => {
    const { code, stderr } = await shell.run([
      'login',
      '--server',
      `http://127.0.0.1:${await findFreePort()}`,
    ])
    expect([code, stderr]).toEqual([
      5,
      'The server did not respond. Check your connection and try again. (ECONNREFUSED)\nCode: NoAnswer\n',
    ])
  })

  test('130: Ctrl-C while the code waits, and the line is gone', async () => {
    const keys = [['Press Ctrl-C to stop.', '\u0003']] as const
    const { code, screen } = await shell.onTerminal(`binnacle login --server ${url}`, keys)
    expect(code).toBe(130)
    expect(screen.endsWith('\r\u001b[2K')).toBe(true)
  })
})

describe('signed in by a code', () => {
  test('login, through the pages, leaves a profile only its owner can read', async () => {
    const { stdout, stderr } = await signIn(shell, url)
    expect(stdout).toBe('')
    expect(stderr).toContain(`Open ${url}/oauth2/device?user_code=`)
    expect(
      stderr.endsWith(
        `Signed in to ${url} as ada. Credentials are stored in ~/.config/binnacle/profiles.json.\n`,
      ),
    ).toBe(true)
    expect(statSync(shell.profileFile).mode & 0o777).toBe(0o600)
    expect(readProfile()).toMatchObject({ server: url, user: 'ada', keeps: 'file' })
  })

  test('whoami; nothing that was kept is shown by any command, nor in the log', async () => {
    const { code, stdout, stderr } = await shell.run(['whoami'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Name +ada$/m)
    const { refreshToken, account } = readProfile().secrets
    const shown = await shell.run(['profiles', 'list', '--output', 'json'])
    const everything = stdout + shown.stdout + shown.stderr + server.logLines.join('\n')
    expect(shown.stdout).toContain('"isCurrent": true')
    for (const secret of [refreshToken, JSON.parse(account).token]) {
      expect(secret.length).toBeGreaterThan(20)
      expect(everything).not.toContain(secret)
    }
  })

  test('several commands at once share one refresh: nobody is signed out', async () => {
    forgetAccessTokens()
    const before = readProfile().secrets.refreshToken
    const all = await Promise.all([1, 2, 3].map(() => shell.runProcess(['whoami'])))
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(readProfile().secrets.refreshToken).not.toBe(before)
    forgetAccessTokens()
    expect((await shell.run(['whoami'])).code).toBe(0)
  })

  test('one audience each: what area B needs is asked for when it is needed', async () => {
    const { code, stderr } = await shell.run(['events', 'list', '--subscription', 'nowhere'])
    expect([code, stderr]).toEqual([4, expect.stringMatching(/subscription/i)])
    expect(Object.keys(readProfile().secrets).toSorted()).toEqual([
      'account',
      'management',
      'refreshToken',
    ])
  })

  test('a lock whose holder has died is taken over; one that lives is waited for', async () => {
    const lock = shell.profileFile.replace('.json', '.lock')
    writeFileSync(lock, '999999')
    expect((await shell.run(['profiles', 'set', '--location', 'eastus'])).code).toBe(0)
    writeFileSync(lock, String(process.pid))
    const waiting = finish(shell.start(['profiles', 'set', '--location', 'westus']))
    await vi.waitFor(() => expect(readdirSync(dirname(lock)).length).toBe(3), 20_000)
    await delay(300)
    expect(readProfile().location).toBe('eastus')
    rmSync(lock)
    expect((await waiting).code).toBe(0)
    expect(readProfile().location).toBe('westus')
  })

  test('1: a profile file that others may read is not used, and it says how to close it', async () => {
    chmodSync(shell.profileFile, 0o640)
    const { code, stdout, stderr } = await shell.run(['whoami'])
    chmodSync(shell.profileFile, 0o600)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('(mode 640), which contains your credentials. The file was not used.')
    expect(stderr).toContain(`chmod 600 ${shell.profileFile}`)
  })

  test('logout: the refresh token is refused from then on, and nothing is left of it', async () => {
    const { refreshToken } = readProfile().secrets
    expect(await shell.run(['logout'])).toEqual({ code: 0, stdout: '', stderr: '' })
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'cli',
      refresh_token: refreshToken,
    })
    const answer = await fetch(`${url}/oauth2/token`, { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
    expect(readProfile().secrets).toEqual({})
    expect((await shell.run(['whoami'])).code).toBe(3)
  })
})

describe('with an API token', () => {
  const LOGIN = ['login', '--with-token', '--profile', 'ci', '--server', url]

  test('from stdin, never in the list of processes', async () => {
    const { token } = people.ada
    const child = shell.start(LOGIN)
    const finished = finish(child)
    child.stdin.write(token)
    const line = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')
    expect(line).toContain('--with-token')
    expect(line).not.toContain(token)
    child.stdin.end()
    const { code, stdout, stderr } = await finished
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toBe(
      [
        `Signed in to ${url} as ada. Credentials are stored in ~/.config/binnacle/profiles.json.`,
        'The current profile is still default. To change it: binnacle profiles use ci',
        'An API token gives access to apps, organizations, members and tokens only.\n',
      ].join('\n'),
    )
    const { stdout: said } = await shell.run(['whoami', '--profile', 'ci'])
    expect(said).toMatch(/^Profile +ci$/m)
    // Somebody else's sign-in stays the one that commands use.
    expect(JSON.parse(readFileSync(shell.profileFile, 'utf8')).current).toBe('default')
    expect(said).not.toContain(token)
  })

  test('3: health, quota and operators need a person', async () => {
    const { code, stderr } = await shell.run(['operator', 'quota', 'list', '--profile', 'ci'])
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('To use the health, quota and operator commands, sign in'),
    ])
    const env = { BINNACLE_URL: url, BINNACLE_TOKEN: people.ada.token }
    const { stderr: said } = await shell.run(['operator', 'quota', 'list'], { env })
    expect(said).toContain('Run: unset BINNACLE_TOKEN; binnacle login --profile NAME\n')
    const bad = { ...env, BINNACLE_TOKEN: `${people.ada.token.slice(0, -1)}_` }
    const refused = await shell.run(['apps', 'list'], { env: bad })
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining('Run: unset BINNACLE_TOKEN; binnacle login --profile NAME\n'),
    ])
    const kept = await shell.run(['profiles', 'set', '--location', 'East US'], {
      env: { ...env, BINNACLE_CONFIG: join(shell.home, 'nothing') },
    })
    expect([kept.code, kept.stderr]).toEqual([
      2,
      expect.stringContaining("Run: export BINNACLE_LOCATION='East US'\n"),
    ])
  })

  test('2: nothing on stdin, or something else; 3: one that is not good', async () => {
    expect((await shell.run(LOGIN)).code).toBe(2)
    expect((await shell.run(LOGIN, { input: 'hunter2' })).code).toBe(2)
    const wrong = await shell.run(LOGIN, { input: `${people.ada.token.slice(0, -1)}_` })
    expect(wrong.code).toBe(3)
  })

  test('3: revoked meanwhile', async () => {
    const revoked_at = new Date()
    const { tokenId } = people.ada
    await database.db
      .updateTable('api_token')
      .set({ revoked_at })
      .where('id', '=', tokenId)
      .execute()
    const { code, stderr } = await shell.run(['whoami', '--profile', 'ci'])
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/Run: binnacle login --profile ci\nCode: Unauthorized/),
    ])
  })
})

test('waiting for what is never shown fails', async () => {
  const child = shell.start(['--version'])
  await expect(waitFor(child.stdout, 'unheard of')).rejects.toThrow('was never shown')
})
