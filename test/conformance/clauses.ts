/** What is wrong between the clauses, the names of the tests and the list of those that wait; as sentences. */
export function findGaps(
  clauses: readonly string[],
  testNames: readonly string[],
  pending: readonly string[],
): string[] {
  const tested = new Set(testNames.flatMap((name) => /^([ABC]\d+): \S/.exec(name)?.[1] ?? []))
  return [
    ...clauses
      .filter((clause) => !tested.has(clause) && !pending.includes(clause))
      .map((clause) => `${clause} has no test and is not pending`),
    ...pending
      .filter((clause) => tested.has(clause))
      .map((clause) => `${clause} is pending and has a test`),
    ...[...tested, ...pending]
      .filter((clause) => !clauses.includes(clause))
      .map((clause) => `${clause} is not a clause`),
  ]
}

export function listClauses(text: string, area: string): string[] {
  const clause = new RegExp(`^- \\*\\*(${area}\\d+)\\*\\* `, 'gm')
  return [...text.matchAll(clause)].map(([, number = '']) => number)
}

const CALLED = /\b(?:test|describe)\(\s*(['"`])(.*?)\1/g
const IN_TABLE = /\[\s*(['"`])([ABC]\d+: .*?)\1/g

/** The names of the tests in a source, also those that stand in the table of an `each`. */
export function listTestNames(source: string): string[] {
  return [...source.matchAll(CALLED), ...source.matchAll(IN_TABLE)].map((match) => match[2] ?? '')
}
