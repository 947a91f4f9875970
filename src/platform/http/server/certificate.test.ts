import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, expect, test, vi } from 'vitest'
import { makeCertificate } from '../../../../test/support/processes/certificate.ts'
import { readCertificate, reloadCertificate } from './certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'binnacle-reload-'))
const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
const [first, second] = [makeCertificate(), makeCertificate()]
afterAll(() => {
  rmSync(folder, { recursive: true })
  for (const made of [first, second]) made.remove()
})
const use = ({ settings }: typeof first) => {
  copyFileSync(settings.TLS_KEY_FILE, keyFile)
  copyFileSync(settings.TLS_CERT_FILE, certFile)
}

test('new connections get the new certificate, open ones go on, a pair that does not fit is not used', async () => {
  use(first)
  const server = createServer(readCertificate({ certFile, keyFile }), (_request, response) =>
    response.end('here'),
  )
  const log = { info: vi.fn(), warn: vi.fn() }
  const onCertificate = vi.fn()
  reloadCertificate(server, { certFile, keyFile }, { log, onCertificate, everyMs: 20 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const present = async () => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { fingerprint256 } = socket.getPeerCertificate()
    return { socket, fingerprint256 }
  }
  const before = await present()
  // The key first: for a moment the two do not fit.
  copyFileSync(second.settings.TLS_KEY_FILE, keyFile)
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(1))
  const between = await present()
  expect(between.fingerprint256).toBe(before.fingerprint256)
  use(second)
  await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(1))
  const after = await present()
  expect(after.fingerprint256).not.toBe(before.fingerprint256)
  const args = ['x509', '-noout', '-fingerprint', '-sha256', '-in', second.certFile]
  expect(execFileSync('openssl', args, { encoding: 'utf8' })).toContain(after.fingerprint256)
  before.socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [bytes] = (await once(before.socket, 'data')) as [Buffer]
  expect(bytes.toString()).toContain('here')
  for (const { socket } of [before, between, after]) socket.destroy()
  const ca = readFileSync(second.certFile)
  const [response] = await once(get({ port, host: 'localhost', ca, agent: false }), 'response')
  expect(response.statusCode).toBe(200)
  response.resume()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  expect(log.warn).toHaveBeenCalledTimes(1)
  const soon = Date.now() + 25 * 3600 * 1000
  expect(onCertificate.mock.calls.map(([at]) => at < soon && at > Date.now())).toEqual([true, true])
})
