import { cpSync, globSync, rmSync, statSync, utimesSync } from 'node:fs'
import { bundle } from './bundle.ts'

const PROGRAM = 'dist/bin/binnacle.js'
const DATA = ['migrations', 'samples']
const SOURCES = [
  '{bin,cli,client,src}/**/*.{ts,json}',
  '{migrations,samples}/**/*',
  'scripts/package/*.ts',
  'package-lock.json',
]

/** The program in `dist`, with the files that it reads, and nothing else. */
export async function buildProgram(commit?: string): Promise<void> {
  rmSync('dist/bin', { recursive: true, force: true })
  await build(commit)
}

async function build(commit?: string): Promise<void> {
  const startedAt = new Date()
  for (const folder of DATA) {
    rmSync(`dist/${folder}`, { recursive: true, force: true })
    // Without what an example has installed here.
    const filter = (path: string) => !path.includes('node_modules')
    cpSync(folder, `dist/${folder}`, { recursive: true, filter })
  }
  await bundle(commit)
  // What changes meanwhile is newer.
  utimesSync(PROGRAM, startedAt, startedAt)
}

/**
 * For whoever works on the sources: two seconds after a change, nothing otherwise. Earlier files stay,
 * because a program that runs loads some of them when it needs them.
 */
export async function buildStaleProgram(): Promise<void> {
  const builtAt = statSync(PROGRAM, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const isNewer = (file: string) => statSync(file).mtimeMs > builtAt
  const exclude = (path: string) => path.endsWith('node_modules')
  if (globSync(SOURCES, { exclude }).some(isNewer)) await build()
}

if (import.meta.main) await buildStaleProgram()
