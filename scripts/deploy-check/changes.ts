import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'

/** What the check is about, and what it consists of. */
export const PATTERNS = [
  'deploy/**/*',
  'proof/alerts/**/*',
  'proof/failover/**/*',
  'src/platform/metrics/**/*',
  'test/clients/az/*',
  'test/clients/python/*',
  'test/clients/arm-monitor/installation.ts',
  'test/clients/arm-monitor/receiver.ts',
  'test/clients/arm-reservations/installation.ts',
  'test/clients/secure-server.ts',
  'docs/guides/az.md',
  // What az and the clients in Python call before anything else, and what they are told is not served.
  'src/identity/oauth/**/*',
  'src/management-api/**/*',
  'src/processes/dev/banner.ts',
  'src/areas/quota/extension/operations/*',
  'src/areas/service-health/operations/*',
  // What an image contains and how it starts.
  'package-lock.json',
  'bin/binnacle.ts',
  'src/processes/*.ts',
  'src/processes/dev/postgres.ts',
  'src/platform/http/server/*.ts',
  'scripts/image/*',
  'scripts/build-package.ts',
  'scripts/package/*',
  'scripts/deploy-check/**/*.ts',
  'scripts/deploy-check.ts',
  'scripts/debian-packages.ts',
]
/** Kept by the nightly run. */
const RECORD = 'nightly.md'

export function listFiles(patterns: readonly string[] = PATTERNS): string[] {
  return globSync([...patterns])
    .filter((path) => statSync(path).isFile() && !path.endsWith('.test.ts'))
    .sort()
}

/** One value for the content of all files, the same in every clone. */
export function digestFiles(files = listFiles()): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** The last line of a check that passed, by which a later one knows what it was about. */
export const passLine = (digest: string) => `PASS deploy-check of ${digest}`

export function hasPassed(
  digest: string,
  record = existsSync(RECORD) ? readFileSync(RECORD, 'utf8') : '',
): boolean {
  return record.split('\n').includes(passLine(digest))
}
