import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSeal } from '../../src/platform/crypto/seal.ts'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { useDatabase } from '../support/database/use-database.ts'
import { makeCertificate } from '../support/processes/certificate.ts'
import { type ServingHere, serveHere } from '../support/processes/serve-here.ts'
import { openQuota } from '../support/server/quota.ts'
import type { Person } from '../support/world/world.ts'
import { useShell } from './shell.ts'
import { insertAda, signInByProcess } from './stage.ts'

const database = useDatabase()
const shell = useShell()
const certificate = makeCertificate()
const port = await findFreePort()
const [server, managementUrl] = [`https://localhost:${port}`, `https://127.0.0.1:${port}`]
let running: ServingHere
let ada: Person

/** Areas B and C have an address of their own, and everything another vendor. */
beforeAll(async () => {
  const keyFile = join(shell.home, 'key')
  writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  running = await serveHere({
    DATABASE_URL: database.url,
    SECRET_KEY_FILE: keyFile,
    PUBLIC_URL: server,
    MANAGEMENT_URL: managementUrl,
    VENDOR_NAMESPACE: 'Contoso',
    TLS_PORT: String(port),
    ...certificate.settings,
  })
  ada = await insertAda(database.db)
  const quota = openQuota({
    url: plainUrl,
    db: () => database.db,
    seal: readSeal(keyFile),
    vendor: 'Contoso',
    origin: server,
    managementUrl,
  })
  await quota.addOperator()
  await quota.loadStarter()
  await quota.addSubscription('sub-a', { [ada.id]: 'owner' })
})
afterAll(async () => {
  await running.stop()
  certificate.remove()
})

const plainUrl = () => running.addresses.find((url) => url.startsWith('http:')) ?? ''
const readProfile = () => JSON.parse(readFileSync(shell.profileFile, 'utf8')).profiles.default

describe('an installation with its own authority, addresses and vendor', () => {
  test('1: its certificate is believed by nobody yet, and trying again would not help', async () => {
    const { code, stderr } = await shell.runProcess(['login', '--server', server])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /does not trust the server certificate\. \(\w+\)\nIf .*--ca FILE.*\nCode: NotTrusted\n$/,
      ),
    ])
  })

  test('2: --ca names a file that is not there', async () => {
    const { code } = await shell.runProcess(['login', '--server', server, '--ca', 'nowhere.pem'])
    expect(code).toBe(2)
  })

  test('--ca is remembered, and each area is asked where it is', async () => {
    await signInByProcess(shell, server, ['--ca', certificate.certFile], plainUrl())
    expect(readProfile()).toMatchObject({ server, managementUrl, vendor: 'Contoso' })
    const target = [
      '--subscription',
      'sub-a',
      '--provider',
      'Contoso.Compute',
      '--location',
      'eastus',
    ]
    const limits = await shell.runProcess(['quota', 'limits', ...target])
    expect([limits.code, limits.stderr]).toEqual([0, ''])
    expect(limits.stdout).toMatch(/^cores +/m)
    const events = await shell.runProcess([
      'events',
      'list',
      '--subscription',
      'sub-a',
      '--output',
      'json',
    ])
    expect(events).toEqual({ code: 0, stdout: '[]\n', stderr: '' })
    expect((await shell.runProcess(['operator', 'quota', 'list'])).code).toBe(0)
  })

  test('1: an authority that is forgotten again is not believed', async () => {
    const env = {
      BINNACLE_TOKEN: ada.token,
      BINNACLE_URL: server,
      BINNACLE_CONFIG: '/nowhere',
    }
    expect((await shell.runProcess(['apps', 'list'], { env })).code).toBe(1)
    const trusting = { ...env, NODE_EXTRA_CA_CERTS: certificate.certFile }
    expect(await shell.runProcess(['apps', 'list'], { env: trusting })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
  })
})

/** A session as a desktop has it, with a keyring that is open. */
const onDesktop = (commands: string) =>
  `dbus-run-session -- bash -c 'echo -n x | gnome-keyring-daemon --unlock --components=secrets > /dev/null; ${commands}'`

describe('a system with a keyring', () => {
  test('holds the token there, and the profile file does not', async () => {
    const env = { BINNACLE_KEYRING: '', BINNACLE_PROFILE: 'ring', ADA: ada.token }
    const where = `--server ${server} --ca ${certificate.certFile}`
    const login = `echo $ADA | binnacle login --with-token ${where}`
    const later = 'binnacle whoami; binnacle logout; binnacle whoami; echo $?'
    const file = 'cat ~/.config/binnacle/profiles.json'
    const { stdout } = await shell.sh(onDesktop(`${login}; ${file}; ${later}`), env)
    expect(stdout).toContain('"keeps": "keyring"')
    expect(stdout).not.toContain(ada.token)
    expect(stdout).toMatch(/^Name +ada$/m)
    expect(stdout.endsWith('\n3\n')).toBe(true)
  })

  test('1: the keyring that holds the profile is gone', async () => {
    const { code, stderr } = await shell.runProcess(['whoami', '--profile', 'ring'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/Unlock the keyring.*\nCode: KeyringSilent\n$/),
    ])
  })
})
