import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Options } from '../options.ts'
import { FIGURES } from './aims.ts'
import { readFigures } from './printed.ts'
import { runInTurn } from './run-in-turn.ts'
import { FIGURES_PAGE, readRows, renderRows, renderSides, withSection } from './table.ts'

const MEASURED = [
  ...['bench', 'bin', 'migrations', 'samples', 'src', 'test/support', 'proof/database'],
  ...['package.json', 'package-lock.json'],
]

/**
 * Runs the benches and writes their figures after each of them. `all` begins with empty tables, a single
 * bench adds to those of its own commit: all figures of the page are of one commit.
 */
export async function writeFigures(options: Options): Promise<void> {
  const commit = git('rev-parse', '--short=7', 'HEAD')
  const page = join(options.into, FIGURES_PAGE)
  const rows = options.isAll ? [] : readRows(readFileSync(page, 'utf8'))
  if (git('status', '--porcelain', '--', ...MEASURED) !== '' && options.into === '.')
    throw new Error('Commit your changes first: the figures are written with their commit.')
  const hasFigures = Object.values(FIGURES).some(({ bench }) => options.names.includes(bench))
  const other = rows.find(({ measured }) => measured && measured.commit !== commit)
  if (other && hasFigures)
    throw new Error(
      `"${other.label}" is of commit ${other.measured?.commit}: run npm run bench -- all --write`,
    )
  if (options.isAll) change(page, 'figures', renderRows([], {}, { commit, date: '' }))
  await runInTurn(options, (name, lines) => {
    const measured = readFigures(lines)
    const date = new Date().toISOString().slice(0, 10)
    const before = readRows(readFileSync(page, 'utf8'))
    change(page, 'figures', renderRows(before, measured, { commit, date }))
    change(page, name, renderSides(measured))
  })
}

function change(file: string, section: string, text: string): void {
  writeFileSync(file, withSection(readFileSync(file, 'utf8'), section, text))
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
