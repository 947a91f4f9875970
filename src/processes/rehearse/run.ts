import { parseArgs } from 'node:util'
import { reasonOf } from '../../platform/errors.ts'
import { UsageError } from '../usage-error.ts'
import type { Surroundings } from './calls.ts'
import { rehearse } from './rehearse.ts'
import { toText } from './report.ts'
import { listShipped, readScenario } from './scenario.ts'

const USAGE = 'binnacle rehearse SCENARIO [--until-polled PATH] [--output text|json]'

/** An emulator that was started for one rehearsal. */
type Started = Readonly<{
  settings: Readonly<Record<string, string>>
  httpUrl: string
  stop: () => Promise<void>
}>
type Environment = Readonly<Record<string, string | undefined>>

/** Runs a scenario in the emulator whose settings are in the environment, or in one of its own. */
export async function runRehearse(
  args: string[],
  env: Environment,
  start: () => Promise<Started>,
): Promise<void> {
  const { file, untilPolled, output } = parseOptions(args)
  const scenario = readScenario(file)
  const started = env.BINNACLE_CONTROL_KEY ? undefined : await start()
  const { signal: stopping } = listenForStop()
  try {
    const settings = started ? { ...started.settings, BINNACLE_URL: started.httpUrl } : env
    const report = await rehearse(scenario, surroundingsOf(settings), {
      untilPolled,
      stopping,
    })
    console.log(output === 'json' ? JSON.stringify(report) : toText(report))
  } finally {
    await started?.stop()
  }
}

/** After Ctrl-C, the emulator gets its data back before the program exits. */
function listenForStop(): AbortController {
  const stopping = new AbortController()
  const stop = () => stopping.abort(new Error('The rehearsal was interrupted.'))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  return stopping
}

function parseOptions(args: string[]) {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'until-polled': text, output: { ...text, default: 'text' } },
    })
    const [file, ...more] = positionals
    if (file === undefined) throw new Error(`Scenarios: ${listShipped().join(', ')}`)
    if (more.length > 0) throw new Error(`Unknown argument: ${more[0]}`)
    const { output } = values
    if (output !== 'text' && output !== 'json') throw new Error('--output must be text or json')
    return { file, untilPolled: values['until-polled'], output }
  } catch (error) {
    throw new UsageError(`${USAGE}\n${reasonOf(error)}`)
  }
}

function surroundingsOf(settings: Environment): Surroundings {
  const need = (name: string) => {
    const value = settings[name]
    if (value) return value
    throw new Error(
      `${name} is not set. Paste all lines that \`binnacle dev\` prints under "For another terminal", and start it with its sample data.`,
    )
  }
  return {
    url: need('BINNACLE_URL'),
    operator: need('OPERATOR'),
    controlKey: need('BINNACLE_CONTROL_KEY'),
    subscription: need('BINNACLE_SUBSCRIPTION'),
    vendor: need('BINNACLE_PROVIDER').replace(/\.[^.]*$/, ''),
  }
}
