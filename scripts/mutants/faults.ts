import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

type Fault = Readonly<{ file: string; from: string; to: string; tests?: string[]; proof?: string }>
/** A change of one file that a test has to notice, or the proof that it names. */
export type Mutant = Readonly<{ id: string; file: string; original: string; replacement: string }> &
  Readonly<{ source: string; tests?: string[]; proof?: string }>

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6)
export const readData = <T>(name: 'faults' | 'granting' | 'reasons'): Record<string, T> =>
  parse(readFileSync(`test/mutants/${name}.yaml`, 'utf8'))

export const listFaults = (): Mutant[] =>
  Object.entries(readData<Fault[]>('faults')).flatMap(([clause, faults]) =>
    faults.map(({ file, from, to, ...rest }) => {
      const unknown = Object.keys(rest).filter((key) => key !== 'tests' && key !== 'proof')
      if (to === undefined || unknown.length > 0) throw new Error(`${clause}: keys of ${from}`)
      const parts = readFileSync(file, 'utf8').split(from)
      if (parts.length !== 2) throw new Error(`${clause}: not once in ${file}: ${from}`)
      const id = `${clause} ${file} ${hashOf(from + to)}`
      return { id, file, original: from, replacement: to, source: parts.join(to), ...rest }
    }),
  )
