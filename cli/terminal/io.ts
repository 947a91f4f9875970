import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { interrupted } from '../failure.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Input and output of a command: results go to stdout, messages about progress to stderr. */
export type Io = Readonly<{
  out: (text: string) => void
  printStatus: (text: string) => void
  /** stdout is a terminal. */
  isTerminal: boolean
  /** The width of stdout in characters. */
  columns: number
  /** stderr is a terminal. */
  stderrIsTty: boolean
  /** The width of stderr in characters. */
  stderrColumns: number
  hasColours: boolean
  /** stdin and stderr are terminals: somebody can answer. */
  isInteractive: boolean
  readInput: () => Promise<string>
  /** Undefined if stdin or stderr is no terminal. */
  ask: (question: string) => Promise<string | undefined>
  /** The same, without showing what is typed. */
  askSecret: (question: string) => Promise<string | undefined>
}>

export function openIo(env: Environment): Io {
  const { stdin, stdout, stderr } = process
  // A reader that has seen enough, like `head`, is no failure.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    stderr.write(`The output could not be written: ${error.message}\n`)
    process.exit(1)
  })
  return {
    out: (written) => void stdout.write(written),
    printStatus: (written) => void stderr.write(written),
    isTerminal: stdout.isTTY === true,
    // A terminal that does not know its size says 0.
    columns: stdout.columns || Number.POSITIVE_INFINITY,
    stderrIsTty: stderr.isTTY === true,
    stderrColumns: stderr.columns || Number.POSITIVE_INFINITY,
    hasColours: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    readInput: () => text(stdin),
    ask: (question) => askPerson(question, stderr),
    async askSecret(question) {
      if (!stdin.isTTY || !stderr.isTTY) return undefined
      stderr.write(question)
      const answer = await askPerson('', nowhere())
      stderr.write('\n')
      return answer
    },
  }
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** What is typed is shown where `echo` goes. Nothing when nobody is there to answer. */
async function askPerson(question: string, echo: Writable): Promise<string | undefined> {
  const { stdin, stderr } = process
  if (!stdin.isTTY || !stderr.isTTY) return undefined
  const prompt = createInterface({ input: stdin, output: echo, terminal: true })
  try {
    return await prompt.question(question)
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error
    // Ctrl-C or Ctrl-D: what follows begins on a line of its own.
    stderr.write('\n')
    throw interrupted()
  } finally {
    prompt.close()
  }
}

const CLEAR_LINE = '\r\u001b[2K'

/** One line that says what is being waited for, on a terminal only, and goes away at the end. */
export function startProgress(io: Io) {
  let isShown = false
  return {
    show(line: string) {
      if (!io.stderrIsTty) return
      // What takes a second line of the screen could not be wiped out; a terminal adds ^C to it.
      io.printStatus(`${CLEAR_LINE}${line.slice(0, io.stderrColumns - '^C'.length - 1)}`)
      isShown = true
    },
    clear() {
      if (isShown) io.printStatus(CLEAR_LINE)
      isShown = false
    },
  }
}
export type Progress = ReturnType<typeof startProgress>
