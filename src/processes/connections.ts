/**
 * How many connections to the primary a process opens at most. Each has 10 for statements; `serve` has 2 for
 * shared reads and 1 that listens for changes; jobs need 4, and 1 that listens.
 */
export const MOST_CONNECTIONS = { serve: 18, serveWithoutJobs: 13, work: 15 } as const
