import {
  constants,
  generateKeyPair,
  type KeyObject,
  privateEncrypt,
  randomBytes,
  X509Certificate,
} from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import forge from 'node-forge'
import { DAY_MS } from '../../platform/durations.ts'
import { addMs, systemRealTime } from '../../platform/time.ts'
import { writeWhole } from './files.ts'

const LIFETIME_MS = 365 * DAY_MS

export type Certificate = Readonly<{ caFile: string; certFile: string; keyFile: string }>

/**
 * An authority of this installation alone, and a certificate of its for the names callers use. The
 * authority's key is never written down: nobody can make another certificate that its friends trust.
 */
export async function makeCertificate(folder: string, host: string): Promise<Certificate> {
  // Another host needs another certificate, and another authority: the key of the first is gone.
  const fileName = host.replaceAll(/[^\w.]/g, '-')
  const files = {
    caFile: join(folder, `ca-${fileName}.pem`),
    certFile: join(folder, `server-${fileName}.pem`),
    keyFile: join(folder, `server-${fileName}.key`),
  }
  if (isUsable(files)) return files
  const [authority, own] = await Promise.all([makeKeys(), makeKeys()])
  const name = [{ name: 'commonName', value: `Binnacle dev ${randomBytes(4).toString('hex')}` }]
  const ca = certify(authority, name, authority.privateKey, name, [
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ])
  const subject = [{ name: 'commonName', value: 'localhost' }]
  const certificate = certify(own, subject, authority.privateKey, name, [
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: namesOf(host) },
  ])
  for (const file of Object.values(files)) rmSync(file, { force: true })
  writeWhole(files.caFile, ca)
  writeWhole(files.certFile, certificate)
  writeWhole(files.keyFile, own.pem)
  return files
}

/**
 * The file for NODE_EXTRA_CA_CERTS elsewhere. Whoever needs other authorities already, as behind the proxy
 * of a company, goes on trusting them: the variable names one file only.
 */
export function bundleTrusted(folder: string, caFile: string, others: string | undefined): string {
  if (!others || !existsSync(others)) return caFile
  const bundle = join(folder, `trusted-${basename(caFile)}`)
  writeWhole(bundle, `${readFileSync(caFile, 'utf8')}\n${readFileSync(others, 'utf8')}`)
  return bundle
}

async function makeKeys() {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return {
    pem: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    privateKey,
    publicKey: forge.pki.publicKeyFromPem(
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ),
  }
}

const isUsable = (files: Certificate) =>
  Object.values(files).every((file) => existsSync(file)) &&
  Date.parse(new X509Certificate(readFileSync(files.certFile)).validTo) > systemRealTime().getTime()

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

function certify(
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

const DNS = 2
const IP = 7

function namesOf(host: string) {
  const isAddress = /^[\d.]+$|:/.test(host)
  const addresses = new Set(['127.0.0.1', '::1', ...(isAddress ? [host] : [])])
  const names = new Set(['localhost', ...(isAddress ? [] : [host])])
  return [
    ...[...names].map((value) => ({ type: DNS, value })),
    ...[...addresses].map((ip) => ({ type: IP, ip })),
  ]
}
