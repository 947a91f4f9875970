/**
 * Up to where the primary had written its log, as `TIMELINE LSN`: whatever was committed before is
 * seen by a server that has replayed this much of the same timeline.
 */
export type WalPosition = string

/** A commit is visible once it is flushed; with `synchronous_commit` off, as soon as it is inserted. */
export const CURRENT_LSN = `
  case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
       else pg_current_wal_flush_lsn() end`

/**
 * As a column of a statement on the primary: read once, however many rows the statement has. The name of
 * the file has the current timeline, the control file only that of the last checkpoint.
 */
export const POSITION_COLUMN = `(
  select left(pg_walfile_name(lsn), 8) || ' ' || lsn from (select ${CURRENT_LSN} as lsn) as now)`

/** What a server says of itself, given a position of the primary. */
export type ReplicaState =
  | 'ready'
  /** It was promoted, or has never been a replica. */
  | 'not a replica'
  /** It gets no log from another server, so nobody knows which timeline it is on. */
  | 'not receiving'
  | 'no grant'
  | 'other timeline'
  | 'behind'

/** To be sent before a read, as a statement of its own: the snapshot of the read must not be the older one. */
export const STATE_SQL = `
  select case when not pg_is_in_recovery() then 'not a replica'
              when receiver.pid is null then 'not receiving'
              when receiver.received_tli is null then 'no grant'
              when receiver.received_tli <> $1::int then 'other timeline'
              when pg_last_wal_replay_lsn() >= $2::pg_lsn then 'ready'
              else 'behind' end as state
    from (select) as one left join pg_stat_wal_receiver as receiver on true`

/** How much of the log a replica has still to replay, given a position of the primary; null for a primary. */
export const LAG_SQL = `
  select case when pg_is_in_recovery()
              then greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()))::float8 end as bytes`

export function toStateValues(position: WalPosition): [timeline: number, lsn: string] {
  const [timeline = '', lsn = ''] = position.split(' ')
  return [Number.parseInt(timeline, 16), lsn]
}
