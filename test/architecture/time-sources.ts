/** Everything that reads a clock, in TypeScript and in SQL; `performance.now()` measures durations and may. */
const CLOCK = [
  /\bDate\.now\b/,
  /\bnew Date\b(?!\s*\(\s*[^)\s])(?:\(\s*\))?/,
  /(?<!\bnew\s)\bDate\(/,
  /\bTemporal\.Now\b/,
  /\bperformance\.timeOrigin\b/,
  /(?<!performance\.|\w)now\s*\(\s*\)/,
  /\b(?:current_(?:timestamp|date|time)|localtime(?:stamp)?|timeofday)\b/,
  /\b(?:clock|statement|transaction)_timestamp\b/,
  /'now'\s*::/,
]
const ANY_CLOCK = new RegExp(CLOCK.map(({ source }) => source).join('|'), 'gi')

/** The two sources, and the clock of the database, by which groups end too; everybody else is handed a clock. */
const SOURCES = new Set([
  'src/platform/time.ts',
  'src/platform/db/database-time.ts',
  'migrations/0082-roles-of-groups.sql',
])
const MAY_TAKE: readonly [source: RegExp, files: RegExp][] = [
  [/\bsystemProductTime\b/, /^src\/processes\//],
  [/\bsystemRealTime\b/, /^src\/processes\/|^src\/platform\/log\.ts$/],
]

/** Migrations up to this one were published before there were two times, and do not change. */
const LAST_EXEMPT_MIGRATION = 25

const isExempt = (file: string) =>
  SOURCES.has(file) ||
  file.endsWith('.test.ts') ||
  Number(/^migrations\/(\d+)/.exec(file)?.[1] ?? Number.POSITIVE_INFINITY) <= LAST_EXEMPT_MIGRATION

/** Where a file tells the time by itself, as sentences. */
export function findTimeSources(file: string, source: string): string[] {
  if (isExempt(file)) return []
  const clocks = [...source.matchAll(ANY_CLOCK)].map(([clock]) => `${file} reads ${clock}`)
  const taken = MAY_TAKE.filter(([name, files]) => name.test(source) && !files.test(file))
  return [...clocks, ...taken.map(([name]) => `${file} takes ${name.source.replaceAll('\\b', '')}`)]
}
