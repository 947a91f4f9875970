import { execFileSync } from 'node:child_process'
import { type Unit, valuesOf } from './unit.ts'

/** Reads names from standard input and writes the filter to the file. Calls that this machine does not know are left out. */
const COMPILE = `
import seccomp, sys, errno
compiled = seccomp.SyscallFilter(seccomp.ERRNO(errno.EPERM))
for name in sys.stdin.read().split():
    try:
        compiled.add_rule(seccomp.ALLOW, name)
    except (RuntimeError, ValueError):
        pass
compiled.export_bpf(open(sys.argv[1], "wb"))
`

/** Writes what SystemCallFilter= of the unit allows to a file, as the kernel reads it. Returns the number of calls. */
export function compileSystemCalls(unit: Unit, file: string): number {
  const allowed = new Set<string>()
  for (const line of valuesOf(unit, 'SystemCallFilter')) {
    const names = line.replace('~', '').split(' ').flatMap(expand)
    for (const name of names) {
      if (line.startsWith('~')) allowed.delete(name)
      else allowed.add(name)
    }
  }
  // Always allowed by systemd, because a process cannot be started without them.
  for (const name of expand('@default')) allowed.add(name)
  allowed.add('execve')
  execFileSync('/usr/bin/python3', ['-c', COMPILE, file], { input: [...allowed].join('\n') })
  return allowed.size
}

/** The calls of a group, such as @system-service, which can contain other groups. */
function expand(name: string): string[] {
  if (!name.startsWith('@')) return [name]
  const text = execFileSync('systemd-analyze', ['syscall-filter', name], { encoding: 'utf8' })
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== name && !line.startsWith('#'))
    .flatMap(expand)
}
