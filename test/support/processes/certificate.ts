import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate for this machine alone, signed by itself, in a folder of its own. */
export function makeCertificate(days = 1) {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-tls-'))
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const names = '-subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1'
  const command = `req -x509 -newkey rsa:2048 -nodes -keyout ${keyFile} -out ${certFile} -days ${days} ${names}`
  execFileSync('openssl', command.split(' '), { stdio: 'ignore' })
  return {
    certFile,
    settings: { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
