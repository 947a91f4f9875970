import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The tarball and what npm says about it. */
export type Packed = Readonly<{
  filename: string
  size: number
  integrity: string
  files: { path: string }[]
}>

export function pack(destination: string, cwd = '.'): Packed {
  const args = ['pack', '--json', '--silent', '--pack-destination', destination]
  const output = execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 })
  const [packed] = JSON.parse(output.slice(output.indexOf('['))) as [Packed]
  return packed
}

/** Packs a copy of the sources in another folder: what depends on the time or on the path differs there. */
export function packCopy(): Packed {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-again-'))
  try {
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const files = execFileSync('git', list, { encoding: 'utf8', maxBuffer: 1 << 26 })
    for (const file of files.split('\0').filter(Boolean)) {
      cpSync(file, join(folder, file), { recursive: true })
    }
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    return pack(folder, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
