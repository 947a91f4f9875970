/** The SQLSTATE of an error of the database, or the name of another; none without an error. */
export function typeOf(error: unknown): string | undefined {
  if (error === undefined) return undefined
  if (!(error instanceof Error)) return 'Error'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
