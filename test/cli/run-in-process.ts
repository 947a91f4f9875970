import { runCommand } from '../../cli/main.ts'
import type { Environment, Io } from '../../cli/terminal/io.ts'
import manifest from '../../package.json' with { type: 'json' }
import type { Finished } from '../support/processes/processes.ts'

type Around = Readonly<{
  input?: string
  env: Environment
  /** What a person types at each question; without it, nobody is there. */
  answers?: readonly string[]
  /** Told what stands on stderr so far. */
  onStatus?: (stderr: string) => void
}>

/** The command line in this process, as in a pipe: for tests of neither the terminal nor signals. */
export async function runInProcess(
  args: readonly string[],
  { input = '', env, answers, onStatus }: Around,
): Promise<Finished> {
  const written = { stdout: '', stderr: '' }
  const waiting = answers?.values()
  const ask = async (question: string) => {
    if (!waiting) return undefined
    written.stderr += question
    return waiting.next().value
  }
  const io: Io = {
    out: (text) => {
      written.stdout += text
    },
    printStatus: (text) => {
      written.stderr += text
      onStatus?.(written.stderr)
    },
    isTerminal: false,
    columns: Number.POSITIVE_INFINITY,
    stderrIsTty: waiting !== undefined,
    stderrColumns: Number.POSITIVE_INFINITY,
    hasColours: false,
    isInteractive: waiting !== undefined,
    readInput: async () => input,
    ask,
    askSecret: ask,
  }
  const code = await runCommand(args, { env, version: manifest.version, io })
  return { code, ...written }
}
