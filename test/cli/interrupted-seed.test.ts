import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { useDatabase } from '../support/database/use-database.ts'
import { ask, type Emulator, startEmulator } from '../support/processes/emulator.ts'

vi.setConfig({ testTimeout: 240_000 })

const database = useDatabase()
const ACCOUNTS = 25
const accountsOf = (prefix: string) =>
  Array.from({ length: ACCOUNTS }, (_, n) => ({ name: `${prefix}-${n}`, display_name: 'Many' }))

/** A control, over HTTP, as a test would call it. */
const control = ({ plainUrl, settings }: Emulator, path: string, body?: object) =>
  fetch(`${plainUrl}/emulator/v1${path}`, {
    method: 'POST',
    headers: {
      'x-binnacle-control-key': settings.BINNACLE_CONTROL_KEY ?? '',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

async function countAccounts(emulator: Emulator, prefix: string): Promise<number> {
  const bearer = { authorization: `Bearer ${emulator.settings.OPERATOR}` }
  const { body } = await ask(emulator, `/operator/v1/accounts?search=${prefix}-`, bearer)
  return body.value.length
}

test('a snapshot and a reset wait for a seed; one that is killed in the middle is undone by the next start', async () => {
  const data = mkdtempSync(join(tmpdir(), 'binnacle-interrupted-'))
  try {
    const first = await startEmulator(['--empty', '--data', data, '--database', database.url])
    const waitUntilBegun = (prefix: string) =>
      expect.poll(() => countAccounts(first, prefix)).not.toBe(0)

    const loading = control(first, '/seed', { accounts: accountsOf('early') })
    await waitUntilBegun('early')
    const [loaded, taken] = await Promise.all([
      loading,
      control(first, '/snapshots', { name: 'whole' }),
    ])
    expect([loaded.status, taken.status]).toEqual([200, 201])
    expect((await control(first, '/reset')).status).toBe(204)
    expect(await countAccounts(first, 'early')).toBe(0)
    expect((await control(first, '/snapshots/whole/restore')).status).toBe(204)
    expect(await countAccounts(first, 'early')).toBeGreaterThanOrEqual(ACCOUNTS)

    control(first, '/seed', { accounts: accountsOf('late') }).catch(() => undefined)
    await waitUntilBegun('late')
    first.child.kill('SIGKILL')
    await expect.poll(() => first.child.signalCode).toBe('SIGKILL')
    await delay(500)

    const again = await startEmulator(['--empty', '--data', data, '--database', database.url])
    expect(await countAccounts(again, 'late')).toBe(0)
    expect(await countAccounts(again, 'early')).toBeGreaterThanOrEqual(ACCOUNTS)
    await again.stop()
  } finally {
    rmSync(data, { recursive: true })
  }
})
