import { parseArgs } from 'node:util'
import { BENCHES } from './benches.ts'
import { FIGURES } from './figures/aims.ts'

export type Options = ReturnType<typeof readOptions>

const WITH_FIGURES = [...new Set<string>(Object.values(FIGURES).map(({ bench }) => bench))]
const FULL = { rounds: 5, seconds: 6 }
const SHORT = { rows: 20_000, rounds: 1, seconds: 1 }

export function readOptions(args: string[]) {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      short: { type: 'boolean', default: false },
      rows: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      pooler: { type: 'boolean', default: false },
      ways: { type: 'string', default: 'short' },
      long: { type: 'boolean', default: false },
      table: { type: 'string' },
      draw: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      into: { type: 'string', default: '.' },
    },
  })
  const [name = ''] = positionals
  const names = name === 'all' ? WITH_FIGURES : [name]
  if (!names.every((each) => Object.hasOwn(BENCHES, each)))
    throw new Error(`Name a bench: all, ${Object.keys(BENCHES).join(', ')}`)
  refuseMisuse(name, values)
  const given = (['rows', 'rounds', 'seconds'] as const).flatMap((key) =>
    values[key] === undefined ? [] : [[key, Number(values[key])] as const],
  )
  const isFull = !values.short && !values.pooler && given.length === 0
  if (values.write && !isFull && values.into === '.')
    throw new Error(
      'performance.md takes figures of the full size only. Name another folder: --into',
    )
  if (values.check && !isFull)
    throw new Error('The figures of performance.md are of the full size.')
  return {
    ...values,
    names,
    isAll: name === 'all',
    size: { ...FULL, ...(values.short ? SHORT : {}), ...Object.fromEntries(given) },
    /** For each of the benches, in a process of its own. */
    sizeArgs: [
      ...(values.short ? ['--short'] : []),
      ...(values.pooler ? ['--pooler'] : []),
      ...given.flatMap(([key, value]) => [`--${key}`, String(value)]),
    ],
  }
}

type Flags = Readonly<{
  long: boolean
  table?: string | undefined
  draw: boolean
  ways: string
  write: boolean
  check: boolean
}>

function refuseMisuse(name: string, { long, table, draw, ways, write, check }: Flags): void {
  if ((long || table !== undefined || draw) && name !== 'growth')
    throw new Error('--long, --table and --draw are for growth.')
  if (!['short', 'all'].includes(ways)) throw new Error('--ways is short or all.')
  if (long && (write || check))
    throw new Error('growth --long has no figures in performance.md; --draw writes its picture.')
}
