import { posix } from 'node:path'

type Import = Readonly<{ target: string; isType: boolean }>

const IMPORT = /^\s*import\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
const RE_EXPORT = /^\s*export\s+(type\s+)?(?:\*|\{)[^'"=]*?\sfrom\s+['"]([^'"]+)['"]/gm
const DYNAMIC_IMPORT = /\bimport\(\s*['"`]([^'"`]+)['"`]/g

/** The layers of the server, lowest first, and what each may import. */
const LAYERS: Readonly<Record<string, RegExp>> = {
  platform: /^src\/platform\/|^package\.json$/,
  directory: /^src\/(directory|platform)\//,
  identity: /^src\/(identity|directory|platform)\//,
  'management-api': /^src\/(management-api|directory|platform)\//,
  areas: /^src\/(areas|management-api|directory|platform)\//,
  emulator: /^src\/(emulator|platform)\//,
}

/** Who may import which of our files. The first line whose file matches decides; a file with no line may not exist. */
const MAY_IMPORT: readonly [file: RegExp, targets: RegExp][] = [
  [/^src\/.*\.test\.ts$/, /^(src|test)\//],
  [/^src\/(platform|identity|emulator)\//, /^src\/|^package\.json$/],
  [
    /^src\/(areas|directory)\/.*\/wire\.ts$/,
    /^src\/(platform\/(http|paging)|management-api)\/|\/(wire|caller)\.ts$/,
  ],
  [
    /^src\/management-api\/.*\/rules\.ts$/,
    /\/(wire|rules|errors|store|conditions|resource-changes|alert-target|api-version)\.ts$|^src\/platform\/(errors|durations|fold-case|dns\/outgoing-address|mail\/(address|message))\.ts$/,
  ],
  [
    /^src\/management-api\/.*\/store\.ts$/,
    /^src\/platform\/db\/|\/(wire|rules|store|alert-target)\.ts$/,
  ],
  [
    /^src\/(areas|directory)\/.*\/(rules|access)\.ts$/,
    /\/(wire|rules|access|errors|store|caller)\.ts$|^src\/platform\/(errors|time|durations|filter\/filter|mail\/(address|message))\.ts$|^src\/management-api\/api-version\.ts$/,
  ],
  [
    /^src\/(areas|directory)\/.*\/store\.ts$/,
    /^src\/platform\/(db\/|(time|mail\/address)\.ts$)|\/(wire|rules|access|store|caller)\.ts$/,
  ],
  [
    /^src\/(areas|directory|management-api)\/.*\/errors\.ts$/,
    /^src\/platform\/errors\.ts$|\/(rules|caller)\.ts$/,
  ],
  [
    /^src\/(areas|directory)\/.*\/actions\.ts$/,
    /^src\/(platform\/(?!http\/|paging\/|static\/)|directory\/[^/]*$)|\/(actions|rules|access|store|errors|wire)\.ts$/,
  ],
  [/^src\/(areas|directory)\//, /^src\/(platform|directory|management-api|areas)\//],
  [/^src\/management-api\//, /^src\/(platform|directory|management-api)\//],
  [
    /^src\/(app|errors|jobs|limits|sealed-columns|settings)\.ts$/,
    /^src\/(errors|limits|settings)\.ts$|^src\/(platform|directory|management-api|identity)\/|\/(area|jobs|sealed-columns|settings|wire|actions)\.ts$|\/operator\/routes\.ts$|^src\/areas\/quota\/rules\.ts$/,
  ],
  [/^client\//, /^client\//],
  [/^cli\//, /^(cli|client)\//],
  [/^portal\/ui\//, /^portal\/ui\/|^client\/api-error\.ts$/],
  [/^portal\//, /^(portal|client)\//],
  [
    /^src\/processes\//,
    /^src\/((app|jobs|limits|sealed-columns|settings)\.ts|identity\/|directory\/|platform\/|emulator\/|processes\/|management-api\/.*\/(rules|wire)\.ts$)|\/actions\.ts$/,
  ],
]

/** Which files may use a package that gives power: the web framework, the query builder, the driver. */
const MAY_USE: readonly [packages: RegExp, files: RegExp][] = [
  [
    /^@?fastify(\/|$)/,
    /\/(area|routes|mount|interaction|authenticators|empty-body|announce|authenticate)\.ts$|^src\/directory\/(.*\/)?(guard|validate-changes)\.ts$|^src\/emulator\/(.*\/)?(guard|area|hook)\.ts$|^src\/(platform\/(http|paging|static)|management-api)\/|^src\/(app|errors)\.ts$/,
  ],
  [/^kysely(\/|$)/, /\/store\.ts$|^src\/(platform\/db\/|directory\/audit\.ts$)/],
  [/^pg$/, /^src\/platform\/db\//],
  [/^pg-boss$/, /^src\/platform\/jobs\.ts$/],
  [/^commander$/, /^cli\//],
  [/^openid-client$/, /^(cli\/profile\/sign-in|src\/identity\/federation\/client)\.ts$/],
  [/^@napi-rs\/keyring$/, /^cli\/profile\/keyring\.ts$/],
]

const RULES = /^src\/(areas|directory|identity|management-api)\/.*\/?(rules|access)\.ts$/
const PURE_FILE =
  /\/(wire|rules|access|errors|caller|api-version|durations|common-passwords|conditions|resource-changes|fold-case|outgoing-address|address)\.ts$/
const IMPURE_CODE =
  /\bnew Date\b(?!\()|\bnew Date\(\)|(?<!new )\bDate(\(|\.now\b)|\bMath\.random\b|\bcrypto\.|\b(fetch|setTimeout|setInterval|setImmediate)\(|\b(process|performance|console)\.|\basync\b|\bawait\b/
const QUERY = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/
const MAY_QUERY = /\/store\.ts$|^src\/(platform\/db\/|directory\/audit\.ts$)|\.test\.ts$/

/** What only the layers above the platform know. */
const PRODUCT = /account|subscription|organization|quota|lifecycle/i
const MAY_KNOW_PRODUCT = /^src\/(?!platform\/)|^src\/platform\/db\/tables\.ts$|\.test\.ts$/
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*$/gm

/** Areas get what they name, one by one. */
const PASSES_EVERYTHING = /\.\.\.(config|deps)\b/

/** Everything a source file does that the import rules of ARCHITECTURE.md forbid, as sentences. */
export function findViolations(file: string, source: string): string[] {
  const imports = listImports(source)
  const ours = imports.filter(({ target }) => target.startsWith('.'))
  const targets = ours.map(({ target }) => posix.join(posix.dirname(file), target))
  const packages = imports.filter(({ target }) => !target.startsWith('.'))
  return [
    ...targets
      .filter((target) => !mayImport(file, target))
      .map((target) => `${file} imports ${target}`),
    ...packages
      .filter(({ target }) => !mayUse(file, target))
      .map(({ target }) => `${file} uses ${target}`),
    ...(RULES.test(file) ? findImpurities(file, source, imports) : []),
    ...(file.startsWith('src/') && !MAY_KNOW_PRODUCT.test(file)
      ? findProductWords(file, source)
      : []),
    ...(file === 'src/app.ts' && PASSES_EVERYTHING.test(source)
      ? [`${file} hands everything it has`]
      : []),
    ...(QUERY.test(source) && !MAY_QUERY.test(file) ? [`${file} builds a query`] : []),
  ]
}

export function listImports(source: string): Import[] {
  const fixed = [...source.matchAll(IMPORT), ...source.matchAll(RE_EXPORT)].map(
    ([, type, target = '']) => ({
      target,
      isType: type !== undefined,
    }),
  )
  const dynamic = [...source.matchAll(DYNAMIC_IMPORT)].map(([, target = '']) => ({
    target,
    isType: false,
  }))
  return [...fixed, ...dynamic]
}

function mayImport(file: string, target: string): boolean {
  const [, allowed] = MAY_IMPORT.find(([files]) => files.test(file)) ?? []
  return allowed?.test(target) === true && isInLayer(file, target) && !isForeignArea(file, target)
}

function isInLayer(file: string, target: string): boolean {
  const [, folder = ''] = /^src\/([^/]+)\//.exec(file) ?? []
  return file.endsWith('.test.ts') || (LAYERS[folder]?.test(target) ?? true)
}

function isForeignArea(file: string, target: string): boolean {
  const [own, other] = [file, target].map(
    (path) => /^(?:src|portal)\/areas\/([^/]+)\//.exec(path)?.[1],
  )
  return own !== undefined && other !== undefined && own !== other
}

function mayUse(file: string, target: string): boolean {
  if (file.endsWith('.test.ts')) return true
  const rule = MAY_USE.find(([packages]) => packages.test(target))
  return rule?.[1].test(file) ?? true
}

/** A rule may know the types of anything, but may run nothing that reads, waits, or tells the time. */
function findImpurities(file: string, source: string, imports: readonly Import[]): string[] {
  const running = imports.filter(({ target, isType }) => !isType && !PURE_FILE.test(target))
  const impure = IMPURE_CODE.exec(source)?.[0]
  return [
    ...running.map(({ target }) => `${file} is a rule and runs code of ${target}`),
    ...(impure ? [`${file} is a rule and says ${impure}`] : []),
  ]
}

/** The platform serves any product. */
function findProductWords(file: string, source: string): string[] {
  const [word] = PRODUCT.exec(source.replaceAll(COMMENT, '')) ?? []
  return word === undefined ? [] : [`${file} is of the platform and says ${word}`]
}
