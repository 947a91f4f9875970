import type { Db } from '../../platform/db/connect.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import * as store from './store.ts'

const ALL_RIGHTS = ['select', 'insert', 'update', 'delete'] as const
type Right = (typeof ALL_RIGHTS)[number]

/** What migrations/roles/grants.sql leaves to `serve` and to `work` alike; their other rights differ. */
const GRANTED: Readonly<Record<string, readonly Right[]>> = {
  account: ALL_RIGHTS,
  app: ALL_RIGHTS,
  event: ALL_RIGHTS,
  quota_request: ALL_RIGHTS,
  subscription: ALL_RIGHTS,
  audit: ['select', 'insert'],
  migration: ['select'],
}

/** Too few rights fail requests; too many let a process change what it should not. */
export async function checkRights(db: Db): Promise<Finding[]> {
  const rights = await store.listRights(db, Object.keys(GRANTED), ALL_RIGHTS)
  const wrong = rights.filter(
    ({ table, right, isGranted }) => isGranted !== GRANTED[table]?.some((name) => name === right),
  )
  if (wrong.length === 0)
    return [ok('roles', 'the rights that were checked are those that migrate grants')]
  const list = (isGranted: boolean) =>
    wrong
      .filter((each) => each.isGranted === isGranted)
      .map(({ table, right }) => `${right} on ${table}`)
  return [...describeMissing(list(false)), ...describeExcess(list(true))]
}

function describeMissing(rights: readonly string[]): Finding[] {
  if (rights.length === 0) return []
  const grants = rights.map((right) => `grant ${right} to ROLE`)
  return [
    problem(
      'roles',
      `the role in DATABASE_URL lacks rights, so requests and jobs fail. Run with the role that owns the tables: ${grants.join('; ')}`,
    ),
  ]
}

function describeExcess(rights: readonly string[]): Finding[] {
  if (rights.length === 0) return []
  return [
    warning(
      'roles',
      `the role in DATABASE_URL has rights that no process needs: ${rights.join(', ')}. Use a role of deploy/cluster/roles.sql, and run "binnacle migrate" with the role that owns the tables.`,
    ),
  ]
}
