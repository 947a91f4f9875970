import { readFileSync } from 'node:fs'
import { Check } from 'typebox/schema'
import { parseYaml } from '../../../emulator/seed/yaml.ts'
import { reasonOf } from '../../../platform/errors.ts'
import { explainMismatch } from '../../explain-mismatch.ts'
import { fillIn, type Values } from './rules.ts'
import { fromSavedAnswer } from './saved-answers.ts'
import { Seed } from './wire.ts'

/** The seed in a YAML or JSON file. */
export function readSeedFile(file: string, values: Values): Seed {
  try {
    return readSeed(parseText(readFileSync(file, 'utf8')), values)
  } catch (error) {
    throw new Error(`${file}: ${reasonOf(error)}`)
  }
}

/** A reader of YAML reads JSON too, but slowly. */
const parseText = (text: string): unknown =>
  /^\s*[[{]/.test(text) ? parseJson(text) : parseYaml(text)

/** Node's message contains a part of the text, which may be a secret. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(reasonOf(error)) ?? []
    const where = line === undefined ? 'The file' : `Line ${line}, column ${column}`
    throw new Error(`${where} is not valid JSON.`)
  }
}

export function readSeed(given: unknown, values: Values): Seed {
  const seed = fillIn(fromSavedAnswer(given), values)
  if (Check(Seed, seed)) return seed
  throw new Error(`This is not a seed. ${explainMismatch(Seed, seed)}`)
}
