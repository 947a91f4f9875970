import { posix } from 'node:path'
import { listImports } from './architecture.ts'

/** What speaks HTTP alone reads no files: those of the checkout say nothing about an installation. */
export const readsFiles = (source: string) =>
  listImports(source).some(({ target }) => /^(node:)?fs\b/.test(target))

/** The files of the server that a file loads, directly or through others, each with the way to it. */
export function findServerImports(
  file: string,
  read: (file: string) => string,
  way: readonly string[] = [],
  seen = new Set<string>(),
): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const here = [...way, file]
  return listImports(read(file))
    .filter(({ target }) => target.startsWith('.'))
    .map(({ target }) => posix.join(posix.dirname(file), target))
    .flatMap((target) =>
      target.startsWith('src/')
        ? [[...here, target].join(' → ')]
        : findServerImports(target, read, here, seen),
    )
}

/** Tests of clauses that a running installation cannot show, and why; the black-box run prints them. */
export const NEEDS_THE_INSIDE: Readonly<Record<string, string>> = {
  'src/areas/app-management/base-url.test.ts': 'sets BASE_URL',
  'src/areas/app-management/compatible-clients.test.ts': 'sets COMPATIBLE_CLIENTS',
  'src/areas/app-management/lifecycle.test.ts': 'sets LIFECYCLE and the time',
  'src/areas/app-management/tokens/limits.test.ts': 'needs 5,000 tokens of one account',
  'src/areas/app-management/tokens/settings.test.ts': 'sets ORG_TOKENS, and needs an old row',
  'src/areas/quota/access.test.ts': 'sets AUTH_URL and forges bearers',
  'src/areas/quota/requests/settings.test.ts': 'sets VENDOR_NAMESPACE and MANAGEMENT_URL',
  'src/areas/quota/requests/states.test.ts': 'needs a server that does not run jobs',
  'src/areas/service-health/events/settings.test.ts':
    'sets VENDOR_NAMESPACE, MANAGEMENT_URL, STRICT_API_VERSION and the time',
  'src/areas/service-health/events/window.test.ts': 'sets the time',
  'src/emulator/quota-outcomes/quota-outcomes.test.ts':
    'sets outcomes, which an emulator alone has',
  'src/identity/bearer/bearers.test.ts': 'forges bearers',
}
