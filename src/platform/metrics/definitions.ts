import { READ_OUTCOMES } from '../db/replicas/outcomes.ts'
import { UNAVAILABLE_REASONS } from '../db/unavailable.ts'
import { MAIL_OUTCOMES } from '../mail/outcomes.ts'
import { counter, gauge, histogram } from './definition.ts'

const POOL =
  '`main`, `shared-reads`, `jobs`, and `replica HOST:PORT` for each server in `DATABASE_READ_URLS`'
const REPLICA = 'host and port of each server in `DATABASE_READ_URLS`'
const READ = 'the name of the shared read, such as `token`; the code defines all values'
const QUEUE = 'the name of the job queue'

/** How a call to an external provider ended: it agreed, it refused, the call is repeated, or the endpoint cannot be used. */
export const PROVIDER_OUTCOMES = ['done', 'refused', 'later', 'unusable'] as const
export const DELIVERY_OUTCOMES = ['delivered', 'failed'] as const
/** Those that judge whom to tell of something. */
export const SKIPPING_FOLLOWERS = ['matching', 'fan-out', 'reminders'] as const
export const REFUSED_SIGN_INS = ['failed', 'throttled', 'second-factor', 'device-code'] as const

/** Every metric of Binnacle. Labels never contain an id, a name or a path that a caller sent. */
export const DEFINITIONS = {
  requests: histogram(
    'binnacle_http_request_duration_seconds',
    'Time from the request line to the last byte of the response, by route pattern.',
    {
      method: 'the HTTP method',
      route: 'the pattern of the route, or `none`',
      status: 'the status code',
    },
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  ),
  refusedRequests: counter(
    'binnacle_requests_refused_total',
    'Requests that were rejected because this node was working on as many as it can.',
  ),
  retiredOperations: counter(
    'binnacle_retired_operation_requests_total',
    'Requests for operations of the retired app platform that this server does not have, by operation name or `other`.',
    { operation: 'the name of the operation, or `other`' },
  ),
  databaseUp: gauge(
    'binnacle_database_up',
    '1 if the database responded to the last check of this node within a second, 0 otherwise. Checked when metrics are read, but at most once every 15 seconds.',
  ),
  databaseUnavailable: counter(
    'binnacle_database_unavailable_total',
    'Statements and connections that failed because of the state of the database, by reason.',
    { reason: UNAVAILABLE_REASONS },
  ),
  connectionsInUse: gauge(
    'binnacle_database_connections_in_use',
    'Database connections that are in use, by pool.',
    { pool: POOL },
  ),
  connectionsWaiting: gauge(
    'binnacle_database_connections_waiting',
    'Callers that wait for a database connection, by pool.',
    { pool: POOL },
  ),
  connectionsLimit: gauge(
    'binnacle_database_connections_limit',
    'The highest number of database connections that can be in use, by pool.',
    { pool: POOL },
  ),
  sharedReadKeys: histogram(
    'binnacle_shared_read_batch_keys',
    'Number of requests that shared one SQL statement.',
    { read: READ },
    [1, 2, 4, 8, 16, 32],
  ),
  sharedReadWait: histogram(
    'binnacle_shared_read_wait_seconds',
    'How long the first request of a shared read waited until its statement was sent. All shared reads wait in one queue.',
    {},
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2],
  ),
  sharedReadRetries: counter(
    'binnacle_shared_read_retries_total',
    'Batches of shared reads that failed once and were retried on a new connection.',
    { read: READ },
  ),
  replicaReads: counter(
    'binnacle_replica_reads_total',
    'Reads that may run on a replica, by outcome: `replica`, `primary`, or the reason why a replica was not used.',
    { outcome: READ_OUTCOMES },
  ),
  replicaUsable: gauge(
    'binnacle_replica_usable',
    '1 if reads may run on the replica, 0 if it does not respond or cannot be used for reads. Absent for a server that is the primary. Checked when metrics are read, but at most once every 15 seconds.',
    { replica: REPLICA },
  ),
  replicaLag: gauge(
    'binnacle_replica_lag_bytes',
    'Bytes of the write-ahead log that the primary has written but the replica has not replayed. Absent if either server does not respond.',
    { replica: REPLICA },
  ),
  jobsWaiting: gauge(
    'binnacle_jobs_waiting',
    'Jobs that are due and that no process has started, by queue; 10,000 if there are more. Absent while the database is unavailable.',
    { queue: QUEUE },
  ),
  oldestJob: gauge(
    'binnacle_jobs_oldest_wait_seconds',
    'How long the oldest job that is due has waited to be started, by queue. Absent while the database is unavailable.',
    { queue: QUEUE },
  ),
  jobsGivenUp: gauge(
    'binnacle_jobs_given_up',
    'Jobs whose final attempt failed, by queue. They are counted for seven days, or for an hour in the queue `retention.sweep`. Absent while the database is unavailable.',
    { queue: QUEUE },
  ),
  failedJobs: counter('binnacle_failed_jobs_total', 'Failed attempts of jobs, by queue.', {
    queue: QUEUE,
  }),
  providerCalls: histogram(
    'binnacle_provider_call_duration_seconds',
    'Duration of calls to providers, by outcome: `done`, `refused`, `later` if the call is repeated, or `unusable` if the endpoint cannot be called.',
    { outcome: PROVIDER_OUTCOMES },
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  ),
  mails: counter(
    'binnacle_mails_total',
    'E-mails, by outcome: `sent`, `refused` by the server, `gave-up` after the last attempt, `too-old` if they waited for more than three days, or `limited` if their sender or recipient had reached the daily limit.',
    { outcome: MAIL_OUTCOMES },
  ),
  deliveryAttempts: counter(
    'binnacle_delivery_attempts_total',
    'Attempts to send a message to a destination of a notification, by outcome: `delivered` or `failed`.',
    { outcome: DELIVERY_OUTCOMES },
  ),
  followerFailures: counter(
    'binnacle_follower_failures_total',
    'Failed runs of the work that follows committed changes, by its name. A failed run is repeated.',
    {
      follower:
        '`matching` finds the notifications that an event concerns, `reminders` adds reminders of maintenance, `fan-out` adds the deliveries of other notices, `deliveries` sends them',
    },
  ),
  unmatchedAge: gauge(
    'binnacle_notification_matching_lag_seconds',
    'Age of the oldest revision of an event that has not been matched with all notifications, 0 if there is none. Absent while the database is unavailable.',
  ),
  noticesWaiting: gauge(
    'binnacle_notices_waiting',
    'Notices in the table `notice` that have not become deliveries; 10,000 if there are more. Absent while the database is unavailable.',
  ),
  deliveriesOverdue: gauge(
    'binnacle_deliveries_overdue_seconds',
    'How long the most overdue destination of a notification has been waiting for its next attempt, 0 if none is due. Destinations that fail or respond slowly are not counted. Absent while the database is unavailable.',
  ),
  skippedNotices: counter(
    'binnacle_notifications_skipped_total',
    'Notifications and events that were skipped because of an error, so that no message was sent for them, by the step that skipped them: `matching` (revisions of events), `fan-out` (other notices) or `reminders` (planned maintenance). The log names each of them once an hour.',
    { follower: SKIPPING_FOLLOWERS },
  ),
  refusedSignIns: counter(
    'binnacle_sign_ins_refused_total',
    'Refused attempts to sign in: `failed` (wrong name or password), `throttled` (too many attempts from the address or network, or with the name), `second-factor` (wrong code or passkey after the password), `device-code` (wrong device code).',
    { reason: REFUSED_SIGN_INS },
  ),
  newestSigningKey: gauge(
    'binnacle_signing_key_newest_start_timestamp_seconds',
    'When the newest signing key of the bundled provider starts to sign. The next key is published in advance, so this time is usually in the future.',
  ),
  certificateExpiry: gauge(
    'binnacle_tls_certificate_expiry_timestamp_seconds',
    'When the TLS certificate of this node expires. Absent if HTTPS is off.',
  ),
  clockOffset: gauge(
    'binnacle_clock_offset_seconds',
    'How far the clock of this node is ahead of the clock of the database; negative if it is behind.',
  ),
  droppedLogLines: counter(
    'binnacle_log_lines_dropped_total',
    'Log lines that were dropped because they could not be written.',
  ),
  buildInfo: gauge('binnacle_build_info', 'Always 1. The labels describe the program.', {
    version: 'the version of Binnacle',
    commit: 'the commit of a packaged release, otherwise empty',
    node: 'the version of Node.js',
  }),
} as const
