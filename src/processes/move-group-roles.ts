import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { moveGroupRole } from '../areas/app-management/group-roles/actions.ts'
import { ORGANIZATION_ROLES } from '../directory/caller.ts'
import { connect } from '../platform/db/connect.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { oneOf } from '../platform/http/schema.ts'
import { parseJson } from '../platform/json.ts'
import { systemProductTime } from '../platform/time.ts'
import { readConfig } from '../settings.ts'

const GroupRole = Type.Object({
  group: Type.String(),
  organization: Type.String(),
  role: oneOf(ORGANIZATION_ROLES),
})
const WithGroupRoles = Type.Object({
  issuer: Type.String(),
  signIn: Type.Object({ groupRoles: Type.Array(GroupRole) }),
})

/** Moves groupRoles of TRUSTED_ISSUERS into the database. Stdout stays empty. The exit code is 1 if a line has no organization. */
export async function runMoveGroupRoles(env: NodeJS.ProcessEnv): Promise<void> {
  const issuers = [parseJson(env.TRUSTED_ISSUERS ?? '[]')].flat()
  const found = issuers.filter((entry) => Check(WithGroupRoles, entry))
  if (found.length === 0) {
    console.error('TRUSTED_ISSUERS contains no groupRoles: there is nothing to move.')
    return
  }
  const TRUSTED_ISSUERS = JSON.stringify(issuers, (key, value) =>
    key === 'groupRoles' ? undefined : value,
  )
  const { databaseUrl } = readConfig({ ...env, TRUSTED_ISSUERS })
  const db = connect(databaseUrl, { size: 1 })
  try {
    await requireMigrated(db)
    for (const { issuer, signIn } of found) await moveAll(db, issuer, signIn.groupRoles)
    console.error('Now remove groupRoles from TRUSTED_ISSUERS.')
  } finally {
    await db.destroy()
  }
}

async function moveAll(
  db: ReturnType<typeof connect>,
  issuer: string,
  roles: readonly Static<typeof GroupRole>[],
): Promise<void> {
  const actor = { kind: 'process', id: 'move-group-roles', at: systemProductTime() } as const
  // The first role of a group in an organization stays: the highest, as it was until now.
  const rank = ({ role }: Static<typeof GroupRole>) => ORGANIZATION_ROLES.indexOf(role)
  for (const line of roles.toSorted((one, other) => rank(one) - rank(other))) {
    const outcome = await moveGroupRole(db, actor, { issuer, ...line })
    if (outcome === 'no such organization') process.exitCode = 1
    console.error(`${line.role} of ${line.organization} for the group ${line.group}: ${outcome}`)
  }
}
