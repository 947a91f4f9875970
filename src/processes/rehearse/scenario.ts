import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Check } from 'typebox/schema'
import { parse } from 'yaml'
import { shippedFile } from '../../platform/shipped-files.ts'
import { explainMismatch } from '../explain-mismatch.ts'
import { UsageError } from '../usage-error.ts'
import { findDisorder } from './rules.ts'
import { ACTION_NAMES, Scenario } from './wire.ts'

const SHIPPED = shippedFile('samples/scenarios/')

export const listShipped = (): string[] =>
  readdirSync(SHIPPED)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort()

/** A file, or the name of a scenario of the package. */
export function readScenario(given: string): Scenario {
  const isShipped = !existsSync(given) && listShipped().includes(given)
  const file = isShipped ? new URL(`${given}.yaml`, SHIPPED) : given
  if (!isShipped && !existsSync(given)) {
    throw new UsageError(
      `binnacle rehearse SCENARIO\nThere is no file ${given}, and no scenario of this name. Scenarios: ${listShipped().join(', ')}`,
    )
  }
  const scenario: unknown = parse(readFileSync(file, 'utf8'))
  if (!Check(Scenario, scenario))
    throw new Error(`${given} is not a scenario. ${explainMismatch(Scenario, scenario)}`)
  const disorder = findDisorder(scenario.steps, ACTION_NAMES)
  if (disorder) throw new Error(`${given}: ${disorder}`)
  return scenario
}
