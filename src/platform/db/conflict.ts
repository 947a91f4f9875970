/** SQLSTATE 23505: somebody else has the key. Which key it was is the business of whoever wrote the statement. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '23505'
}
