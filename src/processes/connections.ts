/**
 * How many connections to the primary a process opens at most. Each has 10 for statements; `serve` has 2 for
 * shared reads; jobs need 4, and 1 that listens.
 */
export const MOST_CONNECTIONS = { serve: 17, serveWithoutJobs: 12, work: 15 } as const
