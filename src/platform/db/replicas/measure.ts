import type { Replica } from './replica.ts'

/** `lagBytes`: of the log, that it has not replayed. Null if it does not answer, or is no replica. */
export type ReplicaMeasure = Readonly<{
  host: string
  isReplica: boolean
  isUsable: boolean
  lagBytes: number | null
}>

/** Given a position of the primary. */
export async function measureReplica(
  host: string,
  { connections, isUsable }: Replica,
  lsn: string,
): Promise<ReplicaMeasure> {
  try {
    const lagBytes = await connections.findLag(lsn)
    return { host, isReplica: lagBytes !== null, isUsable: isUsable(), lagBytes }
  } catch {
    return { host, isReplica: true, isUsable: false, lagBytes: null }
  }
}
