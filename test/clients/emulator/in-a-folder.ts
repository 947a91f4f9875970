import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { blocksOf, linkPackage } from '../../support/processes/guide.ts'
import { BIN } from './start.ts'

const { EMULATOR } = process.env
const MOST_LINES = 15

/** As if it had been installed there: from the tarball, or from the sources. */
export function providePackage(cwd: string): void {
  const commands = join(cwd, 'node_modules/.bin')
  mkdirSync(commands, { recursive: true })
  const program = `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`
  writeFileSync(join(commands, 'binnacle'), program, { mode: 0o755 })
  if (EMULATOR) {
    linkPackage('binnacle', join(dirname(EMULATOR), '../..'), cwd)
    return
  }
  const at = join(cwd, 'node_modules/binnacle')
  mkdirSync(join(at, 'dist'), { recursive: true })
  symlinkSync(resolve('samples'), join(at, 'dist/samples'))
  writeFileSync(
    join(at, 'package.json'),
    '{"type": "module", "exports": {"./emulator": "./emulator.js"}}',
  )
  writeFileSync(
    join(at, 'emulator.js'),
    `export * from ${JSON.stringify(resolve('bin/emulator.ts'))}\n`,
  )
}

/** A test file of the guide, which begins with its name and is short. */
export function writeTestFile(language: string, name: string, cwd: string): void {
  const blocks = blocksOf(readFileSync('docs/guides/emulator.md', 'utf8'), language)
  const [title = '', ...lines] =
    blocks.find((block) => block.includes(` ${name}\n`))?.split('\n') ?? []
  if (lines.length - 1 > MOST_LINES) throw new Error(`${title} has more than ${MOST_LINES} lines.`)
  writeFileSync(join(cwd, name), lines.join('\n'))
}
