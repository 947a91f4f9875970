import { once } from 'node:events'
import { copyFileSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { makeCertificate } from '../../test/support/processes/certificate.ts'
import type { Repeated } from '../soak/send-all.ts'
import type { Node } from './nodes.ts'

const MAX_WAIT_MS = 30_000

export type Certificate = ReturnType<typeof openCertificate>

/** The files that the nodes read, and callers over HTTPS that trust each certificate that was ever in them. */
export function openCertificate(folder: string) {
  const settings = {
    TLS_CERT_FILE: join(folder, 'cert.pem'),
    TLS_KEY_FILE: join(folder, 'key.pem'),
  }
  const trusted: string[] = []
  function renew(): void {
    const made = makeCertificate()
    trusted.push(readFileSync(made.certFile, 'utf8'))
    copyFileSync(made.settings.TLS_KEY_FILE, settings.TLS_KEY_FILE)
    copyFileSync(made.settings.TLS_CERT_FILE, settings.TLS_CERT_FILE)
    made.remove()
  }
  renew()
  /** The certificate that a node presents. */
  async function ask({ serving }: Node): Promise<string> {
    const port = new URL(serving.addresses[1] ?? '').port
    const options = { host: 'localhost', port, path: '/livez', ca: trusted, agent: false }
    const [answer] = (await once(get(options), 'response')) as [IncomingMessage]
    const { fingerprint256 } = (answer.socket as TLSSocket).getPeerCertificate()
    for await (const _chunk of answer);
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} over HTTPS`)
    return fingerprint256
  }
  return {
    settings,
    renew,
    ask,
    requests: (nodes: readonly Node[]): Record<string, Repeated> => ({
      'a new connection over HTTPS': {
        everyMs: 200,
        async send() {
          const [node] = nodes.filter(({ isReady }) => isReady)
          if (node) await ask(node)
        },
      },
    }),
  }
}

/** Both nodes present the new certificate, without a restart. */
export async function rotateCertificate({ renew, ask }: Certificate, nodes: readonly Node[]) {
  const before = await Promise.all(nodes.map(ask))
  renew()
  const until = performance.now() + MAX_WAIT_MS
  while (performance.now() < until) {
    const now = await Promise.all(nodes.map(ask))
    if (now.every((one) => !before.includes(one))) return []
    await delay(500)
  }
  return ['the new certificate is not used']
}
