import { readFile } from 'node:fs/promises'
import { usage } from '../failure.ts'
import type { Io } from './io.ts'

/** What a file holds, or stdin for `-`. */
export async function readText(io: Io, file: string): Promise<string> {
  if (file === '-') return io.readInput()
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw usage(
      `${file} cannot be read: ${(error as Error).message}.`,
      'Specify a file, or - for stdin.',
    )
  }
}
