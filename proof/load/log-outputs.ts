import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the log goes; `close` frees it. */
export type LogOutput = Readonly<{ descriptor: number; close: () => void }>

/** A pipe with a reader that does not read. */
function openPipe(): LogOutput {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-log-'))
  const file = join(folder, 'pipe')
  execFileSync('mkfifo', [file])
  const reader = openSync(file, constants.O_RDWR)
  const descriptor = openSync(file, 'w')
  return {
    descriptor,
    close() {
      closeSync(descriptor)
      closeSync(reader)
      rmSync(folder, { recursive: true })
    },
  }
}

function openFull(): LogOutput {
  const descriptor = openSync('/dev/full', 'w')
  return { descriptor, close: () => closeSync(descriptor) }
}

/** Needs the right to mount. */
function openDisk(): LogOutput {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-log-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
  const descriptor = openSync(join(folder, 'log'), 'w')
  return {
    descriptor,
    close() {
      closeSync(descriptor)
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

export const OUTPUTS = {
  'reader that stopped': openPipe,
  '/dev/full': openFull,
  'full disk': openDisk,
} as const
