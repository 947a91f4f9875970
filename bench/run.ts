/**
 * npm run bench -- NAME|all [--short] [--rows N] [--rounds N] [--seconds N] [--ways all] [--pooler]
 * `growth --long [--table NAME] [--draw]` grows every table; `--draw` writes docs/images/growth.svg.
 * `--write` also writes the figures into performance.md (of the folder of `--into`);
 * `--check` compares them with it, and measures again what is worse.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildStaleProgram } from '../scripts/package/program.ts'
import { BENCHES } from './benches.ts'
import { checkFigures } from './figures/check.ts'
import { runInTurn } from './figures/run-in-turn.ts'
import { writeFigures } from './figures/write.ts'
import { type Options, readOptions } from './options.ts'

await buildStaleProgram()
const options = readOptions(process.argv.slice(2))
if (options.write) await writeFigures(options)
else if (options.check) process.exitCode = (await checkFigures(options)) ? 0 : 1
else if (options.isAll) await runInTurn(options, () => undefined)
else await runOne(options)

async function runOne({ names, size, pooler, ways, ...rest }: Options): Promise<void> {
  const bench = BENCHES[names[0] ?? '']
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-bench-'))
  try {
    await bench?.run({
      rows: bench.rows,
      smallRows: 10_000,
      ...size,
      pooler,
      ways: ways === 'all' ? 'all' : 'short',
      long: rest.long,
      table: rest.table,
      picture: rest.long && rest.draw ? rest.into : undefined,
      folder,
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
