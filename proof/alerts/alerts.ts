import { listRules } from '../../scripts/pages/metrics/rules.ts'
import { BUSY_FAULTS } from './busy-faults.ts'
import { runDashboard } from './dashboard.ts'
import { DATABASE_FAULTS, openOrdinaryLoad, REPLICA_FAULTS } from './database-faults.ts'
import { type Fault, proveFault } from './fault.ts'
import { jobFaults, openQuotaRequests, POISON_JOBS } from './job-faults.ts'
import { NODE_FAULTS } from './node-faults.ts'
import { divideDurations, RULES } from './prometheus.ts'
import { prepareSignIns, SIGN_IN_FAULTS } from './sign-in-faults.ts'
import { proveSilence } from './silence.ts'
import { type Stage, withStage } from './stage.ts'

const SHORTER_BY = 20

/** Each alert fires because of its fault and ends after it. With `isLong`, none fires in half an hour without a fault. */
export async function proveAlerts(isLong: boolean): Promise<boolean> {
  const rules = divideDurations(RULES, SHORTER_BY)
  const options = { name: 'prometheus', rules, intervalSeconds: 1 }
  const faults = await withStage(options, proveAll)
  if (isLong) faults.push(...(await proveSilence()))
  for (const fault of faults) console.log(`  ${fault}`)
  return faults.length === 0
}

async function proveAll(stage: Stage): Promise<string[]> {
  const load = await openOrdinaryLoad(stage)
  try {
    const requests = await openQuotaRequests(stage)
    await prepareSignIns(stage)
    const atOnce = [
      [...jobFaults(requests), POISON_JOBS],
      REPLICA_FAULTS,
      SIGN_IN_FAULTS,
      ...NODE_FAULTS.map((fault) => [fault]),
    ]
    const all = [...DATABASE_FAULTS, ...atOnce.flat(), ...BUSY_FAULTS]
    return [
      ...findUncaused(all),
      ...(await proveInTurn(stage, DATABASE_FAULTS)),
      ...(await Promise.all(atOnce.map((series) => proveInTurn(stage, series)))).flat(),
      ...(await proveInTurn(stage, BUSY_FAULTS)),
      ...(await runDashboard(stage.prometheus)),
    ]
  } finally {
    await load.stop()
  }
}

async function proveInTurn(stage: Stage, faults: readonly Fault[]): Promise<string[]> {
  const wrong: string[] = []
  for (const fault of faults) {
    const failed = (error: unknown) => [`${fault.alerts.join(', ')}: ${error}`]
    wrong.push(...(await proveFault(stage, fault).catch(failed)))
  }
  return wrong
}

/** An alert that nothing causes is not proven. */
function findUncaused(all: readonly Fault[]): string[] {
  const caused = new Set(all.flatMap(({ alerts }) => alerts))
  return listRules()
    .filter(({ alert }) => !caused.has(alert))
    .map(({ alert }) => `nothing causes ${alert}`)
}
