/** What `startBare` hands to a bare server. */
export function readBareArguments() {
  const [databaseUrl = '', names] = process.argv.slice(2)
  /** The name of a prepared statement, unless a pooler does not support names. */
  const named = (name: string) => (names === 'unnamed' ? {} : { name })
  return { databaseUrl, named }
}

export type Named = ReturnType<typeof readBareArguments>['named']
