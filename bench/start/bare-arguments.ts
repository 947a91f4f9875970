/** What `startBare` hands to a bare server. */
export function readBareArguments() {
  const [databaseUrl = '', names] = process.argv.slice(2)
  // A process that a signal ends writes no profile.
  process.once('SIGTERM', () => process.exit())
  const hasNames = names !== 'unnamed'
  /** The name of a prepared statement, unless a pooler does not support names. */
  const named = (name: string) => (hasNames ? { name } : {})
  return { databaseUrl, named, hasNames }
}

export type Named = ReturnType<typeof readBareArguments>['named']
