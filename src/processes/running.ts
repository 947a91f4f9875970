import type { Logger } from 'pino'
import { type Deps, jobHandlers } from '../app.ts'
import type { Config } from '../platform/config.ts'
import { workOnJobs } from '../platform/jobs.ts'
import { openLog, openLogOutput } from '../platform/log.ts'

const LONGEST_STOP_MS = 10_000

/** What every process that stays has: a log that is whole at the end, and a way to be stopped. */
export function openProcess(config: Config) {
  // Listened for from the first: a signal that comes while starting stops the process once it is up.
  const stopRequested = stopSignal()
  const output = openLogOutput(process.stdout.fd)
  const log = openLog(config.logLevel, output)
  process.on('uncaughtExceptionMonitor', (err) => {
    log.fatal({ err }, 'stopped by a bug')
    output.flushSync()
  })
  return {
    log,
    flushLog: () => output.flushSync(),
    stopRequested,
    /** From now on the process ends, in good order or without. */
    endWithin(drainMs: number) {
      const end = () => {
        log.error('did not stop in time, ending')
        output.flushSync()
        process.exit(1)
      }
      setTimeout(end, LONGEST_STOP_MS + drainMs).unref()
    },
  }
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
}

type JobDeps = Parameters<typeof jobHandlers>[0] &
  Readonly<{ log: Logger; metrics: Deps['metrics'] }>

export const runJobs = (deps: JobDeps) =>
  workOnJobs(deps.config.databaseUrl, jobHandlers(deps), {
    onError: (err) => deps.log.warn({ err }, 'job engine in trouble'),
    onFailure(job, err) {
      deps.metrics.failedJobs.inc({ job })
      deps.log.warn({ job, err }, 'job failed, to be tried again')
    },
  })
