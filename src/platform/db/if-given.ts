import { type Expression, type SqlBool, sql } from 'kysely'

/** For `where`: a condition on a value that may be absent, and is then no condition. */
export const ifGiven = <T>(
  value: T | undefined,
  toCondition: (value: T) => Expression<SqlBool>,
): Expression<SqlBool> => (value === undefined ? sql<boolean>`true` : toCondition(value))
