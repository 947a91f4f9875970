import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { reasonOf } from '../../platform/errors.ts'
import { UsageError } from '../usage-error.ts'

const USAGE = `binnacle dev [--port 3000|off] [--tls-port 3443] [--host 127.0.0.1] [--data DIR] [--database URL] [--empty] [--seed FILE]... [--write-env-file FILE] [--output text|json] [--stop-with-stdin]`
export const LOOPBACK = '127.0.0.1'

export type DevOptions = Readonly<{
  port: number | 'off'
  tlsPort: number
  host: string
  data: string | undefined
  database: string | undefined
  empty: boolean
  /** Files with data that takes the place of the sample data. */
  seeds: readonly string[]
  envFile: string | undefined
  output: 'text' | 'json'
  /** For a program that starts an emulator: it ends with that program, however that ends. */
  stopWithStdin: boolean
}>

type Environment = Readonly<Record<string, string | undefined>>

/** What was typed counts before what the environment says, and that before our defaults. */
export function parseOptions(args: string[], env: Environment): DevOptions {
  try {
    const { values } = parseArgs({ args, options: OPTIONS })
    const { output } = values
    if (values['env-file'] !== undefined) throw new Error(READ_BY_NODE)
    if (output !== 'text' && output !== 'json') throw new Error('--output must be text or json')
    return {
      port: toPlainPort(values.port || env.PORT || '3000'),
      tlsPort: toPort(values['tls-port'] || env.TLS_PORT || '3443'),
      host: values.host || env.HOST || LOOPBACK,
      data: values.data && resolve(values.data),
      database: values.database || env.DATABASE_URL || undefined,
      empty: values.empty,
      seeds: toSeeds(values),
      envFile: values['write-env-file'] && resolve(values['write-env-file']),
      output,
      stopWithStdin: values['stop-with-stdin'],
    }
  } catch (error) {
    throw new UsageError(`${USAGE}\n${reasonOf(error)}`)
  }
}

function toSeeds({ empty, seed = [] }: { empty: boolean; seed?: string[] }): string[] {
  if (empty && seed.length > 0) throw new Error('--empty and --seed cannot be combined')
  return seed.map((file) => resolve(file))
}

/** Node looks for this option in the whole command line, and ends if the file is not there. */
const READ_BY_NODE =
  'Node.js uses the option --env-file itself. To write the settings to a file, use --write-env-file FILE'

const text = { type: 'string' } as const
const OPTIONS = {
  port: text,
  'tls-port': text,
  host: text,
  data: text,
  database: text,
  empty: { type: 'boolean', default: false },
  seed: { ...text, multiple: true },
  'write-env-file': text,
  'env-file': text,
  output: { ...text, default: 'text' },
  'stop-with-stdin': { type: 'boolean', default: false },
} as const

/** Without it there is HTTPS alone. */
const toPlainPort = (typed: string) => (typed === 'off' ? typed : toPort(typed))

function toPort(typed: string): number {
  const port = /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN
  if (!(port < 65_536)) throw new Error('a port must be a number from 0 to 65535')
  return port
}
