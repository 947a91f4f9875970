import { setTimeout as delay } from 'node:timers/promises'
import { openQuota } from '../../test/support/server/quota.ts'
import { openRequests } from '../soak/requests.ts'
import { sendAll } from '../soak/send-all.ts'
import { findRare } from '../soak/soak.ts'
import { RULES } from './prometheus.ts'
import { installationOf, type Stage, withStage } from './stage.ts'

const MINUTES = 30
const POLL_MS = 5000
/** As in the sample configuration. */
const OPTIONS = { name: 'prometheus-30-minutes', rules: RULES, intervalSeconds: 15 }

/** Half an hour of ordinary load with the rules as they are: returns which alerts fired, and what failed. */
export function proveSilence(minutes = MINUTES): Promise<string[]> {
  return withStage(OPTIONS, async (stage) => {
    const installation = installationOf(stage)
    const operator = await openQuota(installation).addOperator()
    const sending = sendAll(await openRequests(installation, operator))
    const fired = await watchAlerts(stage, minutes * 60_000)
    const { counts, faults } = await sending.stop()
    console.log(
      `${minutes} minutes without a fault: ${sending.sum()} requests succeeded, ${faults.length} failed, ${fired.size} alerts fired`,
    )
    return [
      ...[...fired].map((alert) => `${alert} fired without a fault`),
      ...faults,
      ...findRare(counts),
      ...((await countReadings(stage)) > 0 ? [] : ['Prometheus has not read any metrics']),
    ]
  })
}

async function watchAlerts({ prometheus }: Stage, forMs: number): Promise<Set<string>> {
  const fired = new Set<string>()
  for (const until = performance.now() + forMs; performance.now() < until; ) {
    for (const { state, labels } of await prometheus.listAlerts()) {
      if (state === 'firing') fired.add(labels.alertname ?? '')
    }
    await delay(POLL_MS)
  }
  return fired
}

/** Without metrics, no alert could fire. */
const countReadings = ({ prometheus }: Stage) =>
  prometheus.countSeries('binnacle_database_up{job="binnacle"} == 1')
