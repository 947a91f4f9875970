import type { Logger } from 'pino'
import type { Deps } from '../app.ts'
import {
  enqueueDue,
  followersOf,
  type JobData,
  type JobDeps,
  jobHandlers,
  jobQueues,
  queuesLeft,
} from '../jobs.ts'
import { startClockCheck } from '../platform/clock-check.ts'
import { runFollowers } from '../platform/followers.ts'
import { type JobHandlers, workOnJobs } from '../platform/jobs.ts'
import { openLog } from '../platform/log.ts'
import { openLogOutput } from '../platform/log-output.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { traceJob } from '../platform/traces/jobs.ts'
import type { Config } from '../settings.ts'

const LONGEST_STOP_MS = 10_000
const LONGEST_EXIT_MS = 2000

/** What every process that stays has: a log that is whole at the end, and a way to be stopped. */
export function openProcess(config: Config, metrics: Metrics) {
  // Listened for from the first: a signal that comes while starting stops the process once it is up.
  const stopRequested = stopSignal()
  const output = openLogOutput(process.stdout.fd, (lines) => metrics.droppedLogLines.inc(lines))
  const log = openLog(config.logLevel, output)
  const { TEST_LIMITS: limits } = process.env
  if (limits) log.warn({ limits }, 'TEST_LIMITS is set, which is only for the tests of Binnacle')
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'unexpected error, stopping')
    void exit(1)
  })
  async function exit(code: number): Promise<void> {
    // A blocked write of the log would keep the process from exiting.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), LONGEST_EXIT_MS).unref()
    await output.close()
    process.exit(code)
  }
  return {
    log,
    flushLog: output.flush,
    stopRequested,
    /** Ends the process after its last lines, which are given up if nobody reads them. */
    exit,
    /** From now on the process ends, in good order or without. */
    endWithin(drainMs: number) {
      const end = () => {
        log.error('shutdown timed out, exiting')
        void exit(1)
      }
      setTimeout(end, LONGEST_STOP_MS + drainMs).unref()
    },
  }
}

const CHECK_CLOCK_EVERY_MS = 10_000

/** Throws if the process must not start with this clock; else compares it from time to time until it is stopped. */
export async function watchClock({
  config,
  db,
  realTime,
  metrics,
  log,
}: Pick<Deps, 'config' | 'db' | 'realTime' | 'metrics'> & Readonly<{ log: Logger }>) {
  const onMeasured = (seconds: number) => metrics.clockOffset.set(seconds)
  const check = await startClockCheck({ db, realTime, onMeasured, log }, config.startClockOffsetMs)
  const checkAgain = () =>
    check().catch((err: unknown) =>
      log.warn({ err }, 'the clock of the database could not be read; trying again later'),
    )
  const timer = setInterval(checkAgain, CHECK_CLOCK_EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
}

const ENQUEUE_SWEEPS_EVERY_MS = 60_000

/** Replaces what is done for some jobs. */
export type ExtendJobs = (handlers: JobHandlers<JobData>, deps: JobDeps) => JobHandlers<JobData>

export async function runJobs(
  deps: JobDeps & Readonly<{ log: Logger }>,
  extend: ExtendJobs = (handlers) => handlers,
): Promise<{ stop: () => Promise<void> }> {
  const { config, jobs, log, metrics, traces } = deps
  const handlers = extend(jobHandlers(deps), deps)
  const { queues: without, reason } = queuesLeft(deps)
  if (reason !== undefined) {
    log.warn(
      { queues: without },
      `${reason}, so this process does not run the jobs of these queues`,
    )
  }
  for (const queue of Object.keys(jobQueues)) metrics.failedJobs.inc({ queue }, 0)
  const work = await workOnJobs(config.databaseUrl, jobQueues, handlers, {
    namedStatements: config.namedStatements,
    without,
    around: traces && ((queue, data, work) => traceJob(traces, queue, data, work)),
    watch: metrics.watchPool('jobs'),
    onError: (err) => log.warn({ err }, 'job queue error'),
    onFailure(job, err) {
      metrics.failedJobs.inc({ queue: job })
      log.warn({ job, err }, 'job failed, will be retried')
    },
  })
  const following = await followersOf(deps)
  for (const { name } of following) metrics.followerFailures.inc({ follower: name }, 0)
  const followers = runFollowers(following, {
    databaseUrl: config.databaseUrl,
    onFailure(name, err) {
      metrics.followerFailures.inc({ follower: name })
      log.warn({ name, err }, 'a follower failed; trying again')
    },
    onLost: (err) =>
      log.warn({ err }, 'not told of changes by the database; looking from time to time'),
  })
  const enqueue = () =>
    enqueueDue(jobs, config).catch((err: unknown) =>
      log.warn({ err }, 'deletion of old rows could not be scheduled; trying again later'),
    )
  void enqueue()
  const timer = setInterval(enqueue, ENQUEUE_SWEEPS_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all([followers.stop(), work.stop()])
    },
  }
}
