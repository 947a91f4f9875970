import { FIGURES, type Label } from './aims.ts'

/** What a bench has printed about one label (`report.ts`). */
export type Measured = Readonly<{
  ratio: number
  lowest: number
  highest: number
  ours: string
  theirs: string
}>

const RATIO = /^(.+): (\d+\.\d\d)$/
const ROUNDS = /^ {2}rounds (\d+\.\d\d) to (\d+\.\d\d); (.+) beside (.+); aim /

export function readFigures(lines: readonly string[]): Partial<Record<Label, Measured>> {
  const found: Partial<Record<Label, Measured>> = {}
  for (const [index, line] of lines.entries()) {
    const [, label = '', ratio] = RATIO.exec(line) ?? []
    if (!isLabel(label)) continue
    const [, lowest, highest, ours, theirs] = ROUNDS.exec(lines[index + 1] ?? '') ?? []
    if (ours === undefined || theirs === undefined) throw new Error(`no rounds after "${line}"`)
    const numbers = { ratio: Number(ratio), lowest: Number(lowest), highest: Number(highest) }
    found[label] = { ...numbers, ours, theirs }
  }
  return found
}

const isLabel = (text: string): text is Label => Object.hasOwn(FIGURES, text)
