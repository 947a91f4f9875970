import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { ServerSettings } from '../../settings/server.ts'

const CHECK_EVERY_MS = 10_000

type Files = Readonly<{ cert: Buffer; key: Buffer }>
type TlsFiles = Pick<NonNullable<ServerSettings['tls']>, 'certFile' | 'keyFile'>
type Log = Readonly<Record<'info' | 'warn', (fields: object, message: string) => void>>

export const readCertificate = ({ certFile, keyFile }: TlsFiles): Files => ({
  cert: readFileSync(certFile),
  key: readFileSync(keyFile),
})

/** Called with the time at which the certificate in use expires, at first and after each change. */
export type OnCertificate = (validTo: Date) => void

type Reloading = Readonly<{ log: Log; onCertificate: OnCertificate; everyMs?: number }>

/** Uses files that were replaced for all new connections, without a restart. Stops when the server closes. */
export function reloadCertificate(
  server: Server,
  files: TlsFiles,
  { log, onCertificate, everyMs = CHECK_EVERY_MS }: Reloading,
): void {
  let used = readCertificate(files)
  let failure = ''
  onCertificate(expiryOf(used))
  const timer = setInterval(check, everyMs).unref()
  server.once('close', () => clearInterval(timer))

  function check(): void {
    try {
      const found = readCertificate(files)
      if (found.cert.equals(used.cert) && found.key.equals(used.key)) return
      // Throws if the two do not belong together: the other file may not be written yet.
      createSecureContext(found)
      server.setSecureContext(found)
      used = found
      failure = ''
      onCertificate(expiryOf(found))
      log.info({ validTo: expiryOf(found) }, 'using the new certificate')
    } catch (err) {
      // Once for each reason, and not every ten seconds.
      if (String(err) === failure) return
      failure = String(err)
      log.warn(
        { err },
        'the new certificate cannot be used, so the old one stays in use; check TLS_CERT_FILE and TLS_KEY_FILE',
      )
    }
  }
}

/** The file has a chain; the first certificate is the one of this node. */
const expiryOf = ({ cert }: Files): Date => new X509Certificate(cert).validToDate
