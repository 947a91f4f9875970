import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { interrupted } from './failure.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The world around a command: facts go out, talk goes to `talk`. */
export type Io = Readonly<{
  out: (text: string) => void
  talk: (text: string) => void
  /** Facts are read by a person. */
  isTerminal: boolean
  /** How many characters of a fact stand on one line of the screen. */
  columns: number
  /** Talk is read by a person. */
  isHeard: boolean
  /** How many characters of talk stand on one line of the screen. */
  columnsOfTalk: number
  hasColours: boolean
  readInput: () => Promise<string>
  /** Nothing when nobody is there to answer. */
  ask: (question: string) => Promise<string | undefined>
  /** The same, and nothing of the answer is seen. */
  askSecret: (question: string) => Promise<string | undefined>
}>

export function openIo(env: Environment): Io {
  const { stdin, stdout, stderr } = process
  // A reader that has seen enough, like `head`, is no failure.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    stderr.write(`What was found could not be written: ${error.message}\n`)
    process.exit(1)
  })
  return {
    out: (written) => void stdout.write(written),
    talk: (written) => void stderr.write(written),
    isTerminal: stdout.isTTY === true,
    // A terminal that does not know its size says 0.
    columns: stdout.columns || Number.POSITIVE_INFINITY,
    isHeard: stderr.isTTY === true,
    columnsOfTalk: stderr.columns || Number.POSITIVE_INFINITY,
    hasColours: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
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
      if (!io.isHeard) return
      // What takes a second line of the screen could not be wiped out; a terminal adds ^C to it.
      io.talk(`${CLEAR_LINE}${line.slice(0, io.columnsOfTalk - '^C'.length - 1)}`)
      isShown = true
    },
    clear() {
      if (isShown) io.talk(CLEAR_LINE)
      isShown = false
    },
  }
}
export type Progress = ReturnType<typeof startProgress>
