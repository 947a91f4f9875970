import { jobQueues, queuesLeft } from '../../jobs.ts'
import type { Db } from '../../platform/db/connect.ts'
import { countJobs, type JobCounts } from '../../platform/metrics/store.ts'
import type { Config } from '../../settings.ts'
import { type Finding, inBrackets, ok, problem, warning } from './finding.ts'

/** A process that runs jobs takes one within two seconds, unless it is busy. */
const LONG_SECONDS = 60

/** `doctor` sees no other process, only that nobody has taken the jobs. */
export async function checkJobs(config: Config, db: Db): Promise<Finding[]> {
  const counts = await tryToCount(db)
  if ('state' in counts) return [counts]
  const late = counts.filter(({ oldestSeconds }) => oldestSeconds > LONG_SECONDS)
  if (late.length === 0) return [ok('jobs', 'none has waited for more than a minute')]
  return late.map(({ queue, waiting, oldestSeconds }) =>
    warning(
      'jobs',
      `${waiting} of ${queue} are waiting, the oldest for ${Math.floor(oldestSeconds / 60)} min. ${adviceFor(config, queue)}`,
    ),
  )
}

async function tryToCount(db: Db): Promise<JobCounts[] | Finding> {
  try {
    return await countJobs(db, Object.keys(jobQueues))
  } catch (error) {
    return problem(
      'jobs',
      `cannot be read ${inBrackets(error)}. Run binnacle migrate, and check the rights of the role in DATABASE_URL on the schema pgboss.`,
    )
  }
}

function adviceFor(config: Config, queue: string): string {
  if (!config.hasOutgoing && queuesLeft({ config, seal: undefined }).queues.includes(queue)) {
    return 'They wait until OUTGOING is on.'
  }
  if (!config.mail && queue.startsWith('mail.')) {
    return 'SMTP is not set here. Set it for the processes that run jobs.'
  }
  return 'Start binnacle work, or serve with RUN_JOBS=true. If one of them runs, start another, and look for errors in its log.'
}
