import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** PostgreSQL refuses to run as root. */
export const IDENTITY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/**
 * Waits until its input ends, which it does however the proof ends. Then it kills every process group
 * that is noted, each PostgreSQL, and removes the folder.
 */
const GUARD = `
cat >/dev/null
for file in pids/*; do kill -KILL -- "-\${file##*/}" "\${file##*/}" 2>/dev/null; done
for file in */postmaster.pid; do [ -f "$file" ] && kill -KILL "$(head -n 1 "$file")" 2>/dev/null; done
for try in 1 2 3 4 5 6 7 8 9 10; do rm -rf "$PWD" 2>/dev/null && break; sleep 0.5; done
`

export type ProcessGroup = Readonly<{
  /** Starts a program whose output goes to a file, in a group of its own. */
  start: (name: string, command: readonly string[], env: Record<string, string>) => ChildProcess
  /** Notes a process that somebody else started. */
  note: (child: ChildProcess) => void
  /** Ends everything that was started. */
  close: () => Promise<void>
}>

/** Programs that end with the proof, also when it is killed; `folder` is removed then. */
export function openProcessGroup(folder: string): ProcessGroup {
  const pids = join(folder, 'pids')
  mkdirSync(pids)
  const guard = spawn('bash', ['-c', GUARD], {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })

  function note(child: ChildProcess): void {
    const file = join(pids, String(child.pid))
    writeFileSync(file, '')
    child.once('exit', () => rmSync(file, { force: true }))
  }

  return {
    note,
    start(name, [program = '', ...args], env) {
      const log = openSync(join(folder, `${name}.log`), 'a')
      const child = spawn(program, args, {
        ...IDENTITY,
        cwd: folder,
        detached: true,
        env: { PATH: process.env.PATH ?? '', ...env },
        stdio: ['ignore', log, log],
      })
      note(child)
      return child
    },
    async close() {
      const ended = once(guard, 'exit')
      guard.stdin?.end()
      await ended
    },
  }
}
