import { CommanderError } from 'commander'
import { EXIT, exitCodeOf, explain } from './failure.ts'
import { buildProgram, toParserFailure } from './program.ts'
import { type Environment, type Io, openIo } from './terminal/io.ts'

type Start = Readonly<{ env: Environment; version: string; io?: Io }>

/** Runs a person's command and answers its exit code. */
export async function runCommand(args: readonly string[], start: Start): Promise<number> {
  const { io = openIo(start.env) } = start
  const program = buildProgram({ ...start, io })
  try {
    await program.parseAsync(args, { from: 'user' })
    return EXIT.done
  } catch (thrown) {
    const error = thrown instanceof CommanderError ? toParserFailure(thrown) : thrown
    if (error === undefined) return EXIT.done
    const { profile } = program.opts<{ profile?: string }>()
    io.printStatus(explain(error, { profile, hasToken: Boolean(start.env.BINNACLE_TOKEN) }))
    return exitCodeOf(error)
  }
}
