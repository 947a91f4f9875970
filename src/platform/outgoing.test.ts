import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { openProvider } from '../../test/support/http/provider.ts'
import { makeCertificate } from '../../test/support/processes/certificate.ts'
import { isPublic, refuseAddress } from './dns/outgoing-address.ts'
import { AddressRefused, openOutgoing } from './outgoing.ts'

const provider = await openProvider()
afterAll(provider.close)
const [, port] = provider.host.split(':')
const named = `provider.example:${port}`

describe('addresses', () => {
  test.each([
    ['93.184.216.34', true],
    ['2606:2800:220:1:248:1893:25c8:1946', true],
    ['10.0.0.1', false],
    ['172.16.0.1', false],
    ['192.168.1.1', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['0.0.0.0', false],
    ['169.254.169.254', false],
    ['168.63.129.16', false],
    ['::ffff:168.63.129.16', false],
    ['168.63.129.17', true],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:10.0.0.1', false],
    ['::ffff:93.184.216.34', true],
    ['64:ff9b::a00:1', false],
    ['2002:a00:1::', false],
    ['fe80::1', false],
    ['fc00::1', false],
    ['fd12:3456::1', false],
    ['ff02::1', false],
    ['fec0::1', false],
    ['::7f00:1', false],
    ['nonsense', false],
  ])('%s is public: %s', (address, expected) => expect(isPublic(address)).toBe(expected))

  test('in other spellings are the same addresses', () => {
    for (const host of ['0x7f.1', '017700000001', '127.1', '[::7f00:1]', '[::ffff:7f00:1]']) {
      expect(refuseAddress(`https://${host}/`, [])).toContain('not a public address')
    }
  })

  test('an exception is one host at one port', () => {
    const exceptions = ['127.0.0.1:8443']
    expect(refuseAddress('http://127.0.0.1:8443/', exceptions)).toBeUndefined()
    for (const url of [
      'https://127.0.0.1/',
      'https://127.0.0.1:8444/',
      'https://127.0.0.2:8443/',
    ]) {
      expect(refuseAddress(url, exceptions)).toContain('not a public address')
    }
  })
})

describe('a call', () => {
  const open = (resolve: () => Promise<string[]>, exceptions: string[] = []) =>
    openOutgoing({ timeoutMs: 2000, exceptions, resolve })

  test('goes to the very address that was looked at, and the name is looked up once', async () => {
    let asked = 0
    const outgoing = open(async () => {
      asked++
      return ['127.0.0.1']
    }, [named])
    const { status } = await outgoing.post(`http://${named}/quota`, {}, '{}')
    expect([status, asked, provider.calls.at(-1)?.headers.host]).toEqual([204, 1, named])
  })

  test('goes to the address of the other family when the first does not answer', async () => {
    const { status } = await open(async () => ['::1', '127.0.0.1'], [named]).post(
      `http://${named}/quota`,
      {},
      '{}',
    )
    expect(status).toBe(204)
  })

  test('is not made when one address of several is inside', async () => {
    const outgoing = open(async () => ['93.184.216.34', '10.0.0.1'])
    const before = provider.calls.length
    await expect(outgoing.post(`https://${named}/`, {}, '{}')).rejects.toThrow(AddressRefused)
    expect(provider.calls.length).toBe(before)
  })

  test('waits for a name no longer than for an answer', { timeout: 30_000 }, async () => {
    const outgoing = openOutgoing({
      timeoutMs: 100,
      exceptions: [named],
      resolve: () => new Promise(() => undefined),
    })
    const call = outgoing.post(`http://${named}/`, {}, '{}')
    await expect(call).rejects.toThrow('it did not respond within 0.1 s')
  })

  test('says what went wrong with the name, when that comes first', async () => {
    const outgoing = open(async () => {
      throw new Error('no such name')
    }, [named])
    await expect(outgoing.post(`http://${named}/`, {}, '{}')).rejects.toThrow('no such name')
  })

  test('reads no more than 64 KiB of an answer, and takes its status', async () => {
    provider.answerWith((_call, response) => response.writeHead(200).write('x'.repeat(200_000)))
    const outgoing = open(async () => ['127.0.0.1'], [named])
    const { status, body } = await outgoing.post(`http://${named}/`, {}, '{}')
    expect([status, body.length]).toEqual([200, 64 * 1024])
  })

  test('believes only certificates it knows, for the name that was given', async () => {
    const certificate = makeCertificate()
    const [cert, key] = Object.values(certificate.settings).map((file) =>
      readFileSync(file, 'utf8'),
    )
    const server = createServer({ cert, key }, (_request, response) => response.end())
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const exceptions = [`localhost:${port}`, `other.example:${port}`]
    const shared = { timeoutMs: 2000, exceptions, resolve: async () => ['127.0.0.1'] }
    const post = (host: string, ca?: string) =>
      openOutgoing({ ...shared, ...(ca !== undefined && { ca }) }).post(
        `https://${host}:${port}/`,
        {},
        '{}',
      )
    await expect(post('localhost')).rejects.toThrow(/certificate/)
    await expect(post('other.example', cert)).rejects.toThrow(/altnames/)
    expect((await post('localhost', cert)).status).toBe(200)
    server.close()
    certificate.remove()
  })
})
