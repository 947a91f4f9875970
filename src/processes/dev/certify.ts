import {
  constants,
  generateKeyPair,
  type KeyObject,
  privateEncrypt,
  randomBytes,
} from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'
import { DAY_MS } from '../../platform/durations.ts'
import { addMs, systemRealTime } from '../../platform/time.ts'

const LIFETIME_MS = 365 * DAY_MS

export async function makeKeys() {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return {
    pem: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    privateKey,
    publicKey: forge.pki.publicKeyFromPem(
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ),
  }
}

/** How PKCS #1 marks that a SHA-256 follows. */
const SHA_256 = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** Keys are made and used by Node: the library's own arithmetic takes half a second for a signature. */
const signer = (key: KeyObject) =>
  ({
    sign(digest: forge.md.MessageDigest): string {
      const marked = Buffer.concat([SHA_256, Buffer.from(digest.digest().toHex(), 'hex')])
      const padding = constants.RSA_PKCS1_PADDING
      return privateEncrypt({ key, padding }, marked).toString('latin1')
    },
  }) as unknown as forge.pki.rsa.PrivateKey

export function certify(
  { publicKey }: { publicKey: forge.pki.rsa.PublicKey },
  subject: forge.pki.CertificateField[],
  signingKey: KeyObject,
  issuer: forge.pki.CertificateField[],
  extensions: object[],
): string {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  // Positive, as the standard wants it.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  certificate.validity.notBefore = addMs(systemRealTime(), -3_600_000)
  certificate.validity.notAfter = addMs(systemRealTime(), LIFETIME_MS)
  certificate.setSubject(subject)
  certificate.setIssuer(issuer)
  certificate.setExtensions(extensions)
  certificate.sign(signer(signingKey), forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate)
}
