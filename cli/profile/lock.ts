import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { EXIT, Failure, interrupted } from '../failure.ts'

const LONGEST_WAIT_MS = 20_000
const PAUSE_MS = 50

/** Runs `work` while no other process holds the same file. */
export async function withLock<Answer>(file: string, work: () => Promise<Answer>): Promise<Answer> {
  const own = `${file}.${randomUUID()}`
  await writeFile(own, String(process.pid), { mode: 0o600, flag: 'wx' })
  try {
    await take(file, own)
    return await undisturbed(() =>
      work().finally(async () => {
        await rm(file, { force: true })
        await rm(own, { force: true })
      }),
    )
  } finally {
    await rm(own, { force: true })
  }
}

const HELD = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A refresh token that was used and not kept signs the person out, so what ends a command waits. */
async function undisturbed<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  let held: NodeJS.Signals | undefined
  const note = (signal: NodeJS.Signals) => {
    held ??= signal
  }
  for (const signal of HELD) process.on(signal, note)
  const answer = await work().finally(() => {
    for (const signal of HELD) process.off(signal, note)
    // Nobody else listens to these two: the process ends here, as it was told to.
    if (held === 'SIGTERM' || held === 'SIGHUP') process.kill(process.pid, held)
  })
  if (held !== undefined) throw interrupted()
  return answer
}

async function take(file: string, own: string): Promise<void> {
  const until = Date.now() + LONGEST_WAIT_MS
  while (!(await isTaken(file, own))) {
    if (Date.now() > until) {
      throw new Failure(
        EXIT.later,
        'ProfilesLocked',
        `Another binnacle command holds the lock ${file}.`,
        `Wait until it finishes. If no other command is running, remove the file: rm ${file}`,
      )
    }
    await dropIfAbandoned(file)
    await delay(PAUSE_MS)
  }
}

/** A link to one's own file is made or not made, whoever else tries at the same moment. */
async function isTaken(file: string, own: string): Promise<boolean> {
  try {
    await link(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function dropIfAbandoned(file: string): Promise<void> {
  const holder = await readHolder(file)
  if (holder === undefined || isAlive(holder)) return
  // Moved aside before it is judged again: between the two looks somebody may have taken it anew.
  const aside = `${file}.${randomUUID()}`
  try {
    await rename(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = await readHolder(aside)
  if (moved !== undefined && moved !== holder) await isTaken(file, aside)
  await rm(aside, { force: true })
}

async function readHolder(file: string): Promise<number | undefined> {
  try {
    return Number(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
