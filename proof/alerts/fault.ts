import { setTimeout as delay } from 'node:timers/promises'
import type { Alert, Prometheus } from './prometheus.ts'
import type { Stage } from './stage.ts'

export type Fault = Readonly<{
  /** Those that it must cause. */
  alerts: readonly string[]
  /** Causes the fault; `end` ends it. `labels`: those that the alerts must have. */
  cause: (stage: Stage) => Promise<Cause>
}>

export type Cause = Readonly<{
  end: () => Promise<void>
  labels?: Readonly<Record<string, string>>
}>

const MAX_WAIT_MS = 240_000
const POLL_MS = 500
const READ_AGAIN_MS = 5000

/** Causes the fault, waits for its alerts, ends the fault, and waits until they have ended. Returns what is wrong. */
export async function proveFault(stage: Stage, { alerts, cause }: Fault): Promise<string[]> {
  const { prometheus } = stage
  // What an earlier fault caused besides may still fire.
  const before = await waitForEach(alerts, 0, async (alert) => {
    return (await findAlert(prometheus, alert, {})) === undefined
  })
  const early = alerts.filter((alert) => !before.has(alert))
  if (early.length > 0) return early.map((alert) => `${alert} fires before its fault`)
  const causedAt = performance.now()
  const { end, labels = {} } = await cause(stage)
  const fired = await waitForEach(alerts, causedAt, async (alert) => {
    const found = await findAlert(prometheus, alert, labels)
    return found?.state === 'firing' && requireAnnotations(found)
  })
  await end()
  const endedAt = performance.now()
  // Metrics of a node that was started again must have been read.
  await delay(READ_AGAIN_MS)
  const resolved = await waitForEach(
    alerts.filter((alert) => fired.has(alert)),
    endedAt,
    async (alert) => (await findAlert(prometheus, alert, labels)) === undefined,
  )
  return alerts.flatMap((alert) => report(alert, fired.get(alert), resolved.get(alert)))
}

function report(alert: string, fired: number | undefined, resolved: number | undefined): string[] {
  if (fired === undefined) {
    console.log(`${alert}: did not fire`)
    return [`${alert} did not fire`]
  }
  if (resolved === undefined) {
    console.log(`${alert}: fired after ${fired} s, did not end`)
    return [`${alert} did not end after its fault`]
  }
  console.log(`${alert}: fired after ${fired} s, ended ${resolved} s after the fault`)
  return []
}

/** After how many seconds it was true for each; without those for which it never was. */
async function waitForEach(
  alerts: readonly string[],
  since: number,
  isTrue: (alert: string) => Promise<boolean>,
): Promise<Map<string, number>> {
  const seconds = new Map<string, number>()
  const until = performance.now() + MAX_WAIT_MS
  while (seconds.size < alerts.length && performance.now() < until) {
    for (const alert of alerts) {
      if (seconds.has(alert) || !(await isTrue(alert))) continue
      seconds.set(alert, Math.round((performance.now() - since) / 1000))
    }
    await delay(POLL_MS)
  }
  return seconds
}

async function findAlert(
  { listAlerts }: Prometheus,
  name: string,
  wanted: Readonly<Record<string, string>>,
): Promise<Alert | undefined> {
  const alerts = await listAlerts()
  return alerts.find(
    ({ labels }) =>
      labels.alertname === name &&
      Object.entries(wanted).every(([label, value]) => (labels[label] ?? value) === value),
  )
}

/** Prometheus writes an error into the text of a template that it cannot fill in. */
function requireAnnotations({ labels, annotations }: Alert): true {
  const texts = Object.values(annotations)
  const wrong = texts.find((text) => /<no value>|error (executing|expanding)/i.test(text))
  if (wrong !== undefined || texts.length < 3) {
    throw new Error(`${labels.alertname}: its annotations are wrong: ${wrong}`)
  }
  return true
}
