import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, uptime } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { systemRealTime } from '../../platform/time.ts'

/** How long a database may take to stop after its emulator was killed. */
const LONGEST_STOP_MS = 15_000

/** The name of a folder that initdb works in begins with this. */
export const INITDB_FOLDER = 'initdb-'

export type Folder = Readonly<{
  path: string
  /** What the first start made, with the secrets that were printed. */
  worldFile: string
  /** From now on a later start goes on with what is here, instead of beginning anew. */
  finish: () => void
}>

/** Opens the folder of an installation; what a start that did not get to its end left there is thrown away. */
export async function openFolder(data: string | undefined): Promise<Folder> {
  const path = data ?? mkdtempSync(join(tmpdir(), 'binnacle-dev-'))
  mkdirSync(path, { recursive: true, mode: 0o700 })
  // Started by root, PostgreSQL runs as somebody else, who has to get to its own folder inside.
  if (process.getuid?.() === 0) chmodSync(path, statSync(path).mode | 0o011)
  const unfinished = join(path, 'unfinished')
  const worldFile = join(path, 'world.json')
  if (existsSync(unfinished)) {
    await untilUnused(path, unfinished)
    const left = readdirSync(path).filter((name) => name.startsWith(INITDB_FOLDER))
    for (const name of ['postgres', 'postgres.password', 'world.json', ...left]) {
      // An initdb that outlived its start may still add files: then the removal is tried again.
      rmSync(join(path, name), { recursive: true, force: true, maxRetries: 10 })
    }
  }
  const isNew = !existsSync(worldFile) && !existsSync(join(path, 'postgres'))
  if (isNew) writeWhole(unfinished, String(process.pid))
  return { path, worldFile, finish: () => rmSync(unfinished, { force: true }) }
}

async function untilUnused(path: string, unfinished: string): Promise<void> {
  const files = [unfinished, join(path, 'postgres', 'postmaster.pid')]
  const until = performance.now() + LONGEST_STOP_MS
  while (files.some(isOfLiveProcess)) {
    if (performance.now() > until) throw folderInUse(path)
    await delay(100)
  }
}

export const folderInUse = (path: string) =>
  new Error(`Another \`binnacle dev\` is using ${path}. Stop it, or choose another folder.`)

/** The first line of such a file is the id of the process that wrote it. */
function isOfLiveProcess(file: string): boolean {
  if (!existsSync(file)) return false
  // Ids are given out anew after a restart of the machine.
  if (statSync(file).mtimeMs < systemRealTime().getTime() - uptime() * 1000) return false
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export function makeKey(folder: string): string {
  const file = join(folder, 'secret.key')
  if (!existsSync(file)) writeWhole(file, randomBytes(32).toString('hex'))
  return file
}

/** All of it or nothing, whenever we are killed; for nobody but its owner. */
export function writeWhole(file: string, content: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content, { mode: 0o600 })
  renameSync(draft, file)
}
