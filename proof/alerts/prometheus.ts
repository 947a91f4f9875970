import { chownSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { IDENTITY, type ProcessGroup } from '../failover/process-group.ts'

export const RULES = readFileSync(
  new URL('../../deploy/prometheus/binnacle.rules.yml', import.meta.url),
  'utf8',
)
/** Of Debian's package `prometheus`. */
const PROGRAM = '/usr/bin/prometheus'
const MAX_START_MS = 60_000
const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 }

/** The rules with every `for` and every range divided by this number. */
export const divideDurations = (rules: string, by: number): string =>
  rules.replaceAll(
    /(\bfor: |\[)(\d+)([smh])\b/g,
    (_all, before: string, count: string, unit: string) =>
      `${before}${(Number(count) * (UNIT_MS[unit] ?? 0)) / by}ms`,
  )

export type Alert = Readonly<{
  state: 'pending' | 'firing'
  labels: Readonly<Record<string, string>>
  annotations: Readonly<Record<string, string>>
}>

export type Prometheus = Readonly<{
  /** Reads metrics at these addresses from now on. */
  setTargets: (addresses: readonly string[]) => void
  /** Those whose condition holds; `pending` until it has held for long enough. */
  listAlerts: () => Promise<Alert[]>
  /** The number of series that a query returns. */
  countSeries: (query: string) => Promise<number>
}>

export type PrometheusOptions = Readonly<{ name: string; rules: string; intervalSeconds: number }>

/** A real Prometheus with these rules, which ends with the process group. */
export async function openPrometheus(
  folder: string,
  processes: ProcessGroup,
  { name, rules, intervalSeconds }: PrometheusOptions,
): Promise<Prometheus> {
  const home = join(folder, name)
  const [data, targets] = [join(home, 'data'), join(home, 'targets.json')]
  for (const path of [home, data]) {
    mkdirSync(path)
    if (IDENTITY.uid !== undefined) chownSync(path, IDENTITY.uid, IDENTITY.gid)
  }
  function setTargets(addresses: readonly string[]): void {
    writeFileSync(`${targets}.new`, JSON.stringify([{ targets: addresses }]))
    renameSync(`${targets}.new`, targets)
  }
  setTargets([])
  writeFileSync(join(home, 'rules.yml'), rules)
  writeFileSync(join(home, 'prometheus.yml'), toConfig(targets, intervalSeconds))
  const port = await findFreePort()
  processes.start(
    name,
    [
      PROGRAM,
      `--config.file=${join(home, 'prometheus.yml')}`,
      `--storage.tsdb.path=${data}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    {},
  )
  const ask = openApi(`http://127.0.0.1:${port}`)
  await waitUntilReady(`http://127.0.0.1:${port}/-/ready`)
  return {
    setTargets,
    listAlerts: async () => (await ask<{ alerts: Alert[] }>('/api/v1/alerts')).alerts,
    async countSeries(query) {
      const path = `/api/v1/query?${new URLSearchParams({ query })}`
      return (await ask<{ result: unknown[] }>(path)).result.length
    },
  }
}

const toConfig = (targets: string, seconds: number) => `
global:
  scrape_interval: ${seconds}s
  scrape_timeout: ${seconds}s
  evaluation_interval: ${seconds}s
rule_files: [rules.yml]
scrape_configs:
  - job_name: binnacle
    file_sd_configs:
      - files: [${targets}]
        refresh_interval: 1s
`

function openApi(url: string) {
  return async <T>(path: string): Promise<T> => {
    const { status, data, error } = (await (await fetch(`${url}${path}`)).json()) as {
      status: string
      data: T
      error?: string
    }
    if (status !== 'success') throw new Error(`${path}: ${error}`)
    return data
  }
}

async function waitUntilReady(url: string): Promise<void> {
  const until = performance.now() + MAX_START_MS
  const isReady = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (performance.now() > until) throw new Error('Prometheus does not start')
    await delay(100)
  }
}
