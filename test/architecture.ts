import { posix } from 'node:path'

type Import = Readonly<{ target: string; isType: boolean }>

const LONGEST_FILE = 300
const GENERATED = /^src\/platform\/db\/tables\.ts$|^client\/generated\//

const IMPORT = /^\s*import\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
const RE_EXPORT = /^\s*export\s+(type\s+)?(?:\*|\{)[^'"=]*?\sfrom\s+['"]([^'"]+)['"]/gm
const DYNAMIC_IMPORT = /\bimport\(\s*['"`]([^'"`]+)['"`]/g

/** Who may import which of our files. The first line whose file matches decides; a file with no line may not exist. */
const MAY_IMPORT: readonly [file: RegExp, targets: RegExp][] = [
  [/^src\/.*\.test\.ts$/, /^(src|test)\//],
  [/^src\/platform\//, /^src\/platform\/|^package\.json$/],
  [/^src\/identity\//, /^src\/(identity|platform)\//],
  [/^src\/areas\/.*\/wire\.ts$/, /^src\/platform\/http\/|\/wire\.ts$/],
  [
    /^src\/areas\/.*\/(rules|access)\.ts$/,
    /\/(wire|rules|access|errors|store)\.ts$|^src\/platform\/((caller|errors|subscription)|http\/(api-version|filter))\.ts$/,
  ],
  [
    /^src\/areas\/.*\/store\.ts$/,
    /^src\/platform\/(db\/|caller\.ts$)|\/(wire|rules|access|store)\.ts$/,
  ],
  [/^src\/areas\/.*\/errors\.ts$/, /^src\/platform\/errors\.ts$/],
  [
    /^src\/areas\/.*\/actions\.ts$/,
    /^src\/platform\/(?!http\/)|\/(actions|rules|access|store|errors|wire)\.ts$/,
  ],
  [/^src\/areas\//, /^src\/(platform|areas)\//],
  [
    /^src\/app\.ts$/,
    /^src\/(platform|identity)\/|\/(area|jobs|wire|actions)\.ts$|\/operator\/routes\.ts$/,
  ],
  [/^client\//, /^client\//],
  [/^cli\//, /^(cli|client)\//],
  [/^portal\/ui\//, /^portal\/ui\/|^client\/api-error\.ts$/],
  [/^portal\//, /^(portal|client)\//],
  [/^src\/processes\//, /^src\/(app\.ts|identity\/|platform\/|processes\/)|\/actions\.ts$/],
]

/** Which files may use a package that gives power: the web framework, the query builder, the driver. */
const MAY_USE: readonly [packages: RegExp, files: RegExp][] = [
  [
    /^@?fastify(\/|$)/,
    /\/(area|routes|mount|ways-in|empty-body|lifecycle|authenticate)\.ts$|^src\/platform\/http\/|^src\/app\.ts$/,
  ],
  [/^kysely(\/|$)/, /\/store\.ts$|^src\/platform\/(db\/|audit\.ts$)/],
  [/^pg$/, /^src\/platform\/db\//],
  [/^pg-boss$/, /^src\/platform\/jobs\.ts$/],
  [/^commander$/, /^cli\//],
  [/^openid-client$/, /^cli\/sign-in\.ts$/],
  [/^@napi-rs\/keyring$/, /^cli\/keyring\.ts$/],
]

const RULES = /^src\/(areas|identity)\/.*\/?(rules|access)\.ts$/
const PURE_FILE = /\/(wire|rules|access|errors|caller|subscription|api-version)\.ts$/
const IMPURE_CODE =
  /\bnew Date\b(?!\()|\bnew Date\(\)|(?<!new )\bDate(\(|\.now\b)|\bMath\.random\b|\bcrypto\.|\b(fetch|setTimeout|setInterval|setImmediate)\(|\b(process|performance|console)\.|\basync\b|\bawait\b/
const QUERY = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/
const MAY_QUERY = /\/store\.ts$|^src\/platform\/(db\/|audit\.ts$)|\.test\.ts$/

/** Everything a source file does that the house rules forbid, as sentences. */
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
    ...(QUERY.test(source) && !MAY_QUERY.test(file) ? [`${file} builds a query`] : []),
    ...(isTooLong(file, source) ? [`${file} is longer than ${LONGEST_FILE} lines`] : []),
  ]
}

function listImports(source: string): Import[] {
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
  return allowed?.test(target) === true && !isForeignArea(file, target)
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

function isTooLong(file: string, source: string): boolean {
  return !GENERATED.test(file) && source.trimEnd().split('\n').length > LONGEST_FILE
}
