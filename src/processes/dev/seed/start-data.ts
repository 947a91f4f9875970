import { fileURLToPath } from 'node:url'
import { shippedFile } from '../../../platform/shipped-files.ts'
import { systemProductTime } from '../../../platform/time.ts'
import type { DevOptions } from '../options.ts'
import { readSeedFile } from './read.ts'
import type { Seed } from './wire.ts'

const SAMPLE = fileURLToPath(shippedFile('samples/seeds/sample.yaml'))

/** The data that a new emulator starts with. */
export type StartData = Readonly<{
  seeds: readonly Readonly<{ file: string; seed: Seed }>[]
  isSample: boolean
}>

export function readStartData({ empty, seeds: files }: DevOptions, vendor: string): StartData {
  const isSample = !empty && files.length === 0
  const values = { now: systemProductTime(), vendor }
  const seeds = (isSample ? [SAMPLE] : files).map((file) => ({
    file,
    seed: readSeedFile(file, values),
  }))
  return { seeds, isSample }
}

export function warnOfFixed(fixedSecrets: readonly string[]): void {
  if (fixedSecrets.length === 0) return
  console.error(
    `Warning: the seed contains secrets that do not change with each start: ${fixedSecrets.join(', ')}. Anyone who has the file can use the emulator with them.`,
  )
}
