import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { readSeal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/connect.ts'
import { countOfOtherKeys, hasKeyIds, requireRightKey } from '../../platform/db/sealed/reseal.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { reasonOf } from '../../platform/errors.ts'
import { readCertificate } from '../../platform/http/server/certificate.ts'
import { checkedColumns, sealedColumns } from '../../sealed-columns.ts'
import type { Config } from '../../settings.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const SOON_DAYS = 14

export async function checkKeys({ secretKeyFiles }: Config, db: Db): Promise<Finding[]> {
  if (secretKeyFiles.length === 0) {
    return [
      warning(
        'keys',
        'SECRET_KEY_FILE is not set, so nobody can sign in. Create a key: (umask 077 && openssl rand -hex 32 > secret.key)',
      ),
    ]
  }
  try {
    const seal = readSeal(...secretKeyFiles)
    await requireRightKey(db, seal, checkedColumns.serve)
    const others = (await hasKeyIds(db)) ? await countOfOtherKeys(db, seal, sealedColumns) : 0
    return [
      ok('keys', `SECRET_KEY_FILE lists ${secretKeyFiles.length}, which match the database`),
      ...(others > 0
        ? [
            warning(
              'keys',
              `${others} values are not encrypted with the first key, or do not contain its id. Run binnacle rotate-key before you remove a key file.`,
            ),
          ]
        : []),
    ]
  } catch (error) {
    return [problem('keys', reasonOf(error))]
  }
}

export function checkCertificate({ tls }: Config, now: Date): Finding[] {
  if (!tls) return []
  try {
    const files = readCertificate(tls)
    createSecureContext(files)
    const { validToDate, validFromDate } = new X509Certificate(files.cert)
    const days = Math.floor((validToDate.getTime() - now.getTime()) / DAY_MS)
    if (days < 0 || validFromDate > now)
      return [problem('certificate', 'is not valid now. Replace TLS_CERT_FILE and TLS_KEY_FILE.')]
    return [
      days < SOON_DAYS
        ? warning('certificate', `expires in ${days} days. Replace it; a restart is not needed.`)
        : ok('certificate', `is valid for ${days} days`),
    ]
  } catch (error) {
    return [problem('certificate', `TLS_CERT_FILE and TLS_KEY_FILE: ${reasonOf(error)}`)]
  }
}
