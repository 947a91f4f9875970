import { randomBytes, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { systemRealTime } from '../../platform/time.ts'
import { writeWhole } from './files.ts'

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
  // The library is loaded where a certificate is made, and not at every start.
  const { certify, makeKeys } = await import('./certify.ts')
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

const isUsable = (files: Certificate) =>
  Object.values(files).every((file) => existsSync(file)) &&
  Date.parse(new X509Certificate(readFileSync(files.certFile)).validTo) > systemRealTime().getTime()

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
