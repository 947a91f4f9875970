/**
 * SQLSTATE 23505: somebody else has the key. Which key it was is the business of whoever wrote the
 * statement, or of whoever names the constraint.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Error)) return false
  const { code, constraint: violated } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && (constraint === undefined || constraint === violated)
}
