import { lookup } from 'node:dns/promises'
import { describe, expect, test } from 'vitest'
import { openNameServer } from '../../../test/support/http/name-server.ts'
import { AddressRefused, openOutgoing } from '../outgoing.ts'

const open = (address: string, timeoutMs = 10_000) =>
  openOutgoing({ timeoutMs, exceptions: [], nameServers: [address] })

describe('a name server', () => {
  test('that is silent delays no other name, and is not waited for', {
    timeout: 30_000,
  }, async () => {
    const { address, asked } = await openNameServer(() => undefined)
    const outgoing = open(address)
    const hosts = Array.from({ length: 16 }, (_, n) => `silent-${n}.example`)
    const startedAt = performance.now()
    const calls = hosts.map((host) => outgoing.post(`https://${host}/`, {}, '{}'))
    const ended = Promise.allSettled(calls)
    await expect.poll(() => [...asked].toSorted()).toEqual(hosts.toSorted())
    const lookedUpAt = performance.now()
    await lookup('localhost')
    expect(performance.now() - lookedUpAt).toBeLessThan(1000)
    expect((await ended).map(({ status }) => status)).toEqual(hosts.map(() => 'rejected'))
    expect(performance.now() - startedAt).toBeLessThan(8000)
  })

  test('that is silent is waited for no longer than a call may take', async () => {
    const { address } = await openNameServer(() => undefined)
    const call = open(address, 200).post('https://silent.example/', {}, '{}')
    await expect(call).rejects.toThrow('it did not respond within 0.2 s')
  })

  test.each([
    ['10.0.0.1'],
    ['93.184.216.34', '10.0.0.1'],
    ['93.184.216.34', 'fd00:0000:0000:0000:0000:0000:0000:0001'],
  ])('is asked for all addresses of a name: %j %j', async (...addresses) => {
    const { address } = await openNameServer(() => addresses)
    const call = open(address).post('https://inside.example/', {}, '{}')
    await expect(call).rejects.toThrow(AddressRefused)
  })
})

test('a name that leads inside, one that does not exist and one without an answer have one text', async () => {
  const found: Readonly<Record<string, readonly string[]>> = {
    'db.example': ['10.0.0.1'],
    'none.example': [],
  }
  const { address } = await openNameServer((name) => found[name])
  const reasons: unknown[] = []
  const outgoing = openOutgoing({
    ...{ timeoutMs: 10_000, exceptions: [], nameServers: [address] },
    onRefused: (refused) => reasons.push(refused),
  })
  for (const host of ['db.example', 'none.example', 'silent.example']) {
    const call = outgoing.post(`https://${host}/`, {}, '{}')
    await expect(call).rejects.toThrow(`The name ${host} does not resolve to a public address.`)
  }
  expect(reasons).toMatchObject([
    { host: 'db.example', reason: expect.stringContaining('10.0.0.1') },
    { host: 'none.example', reason: expect.stringContaining('ENOTFOUND') },
    { host: 'silent.example', reason: expect.stringContaining('ETIMEOUT') },
  ])
})

test('a name in the file of hosts is not asked for', async () => {
  const { address, asked } = await openNameServer(() => ['93.184.216.34'])
  const call = open(address).post('https://localhost/', {}, '{}')
  await expect(call).rejects.toThrow(AddressRefused)
  expect(asked.size).toBe(0)
})
