import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrapOperator } from '../../areas/app-management/owners/actions.ts'
import { isInstalled } from '../../directory/accounts/actions.ts'
import { waitForDueJobs } from '../../emulator/clock/actions.ts'
import { undoOnFailure } from '../../emulator/seed/actions.ts'
import { takeStartSnapshot } from '../../emulator/snapshots/actions.ts'
import type { Db } from '../../platform/db/connect.ts'
import { systemProductTime } from '../../platform/time.ts'
import type { Config } from '../../settings.ts'
import { fillCatalogue } from '../load-catalogue.ts'
import { bearerMaker } from './bearer.ts'
import { type Folder, writeWhole } from './files.ts'
import type { DevOptions } from './options.ts'
import type { SeedDeps } from './seed/calls.ts'
import { type StartData, warnOfFixed } from './seed/start-data.ts'
import { withDb } from './with-db.ts'
import {
  type FirstOperator,
  makeWorld,
  OPERATOR,
  submitSampleRequests,
  type World,
} from './world.ts'

/** Secrets are told once; whoever keeps the data keeps what was told, in a file only they can read. */
export function openWorld(folder: Folder, config: Config, isOurs: boolean) {
  const file = folder.worldFile
  const { databaseUrl, vendorNamespace: vendor } = config
  const readWorld = () => JSON.parse(readFileSync(file, 'utf8')) as World
  /** A database of somebody else is not thrown away with a start that failed: the next one goes on with it. */
  const unfinishedFile = join(folder.path, 'operator.json')
  const readUnfinished = (): FirstOperator | undefined => {
    if (!existsSync(unfinishedFile)) return undefined
    const kept = JSON.parse(readFileSync(unfinishedFile, 'utf8'))
    return kept.databaseUrl === databaseUrl ? kept.operator : undefined
  }
  return {
    /** Before it is migrated: a database that others use is not ours to change. */
    refuseForeign: async () => {
      if (isOurs || existsSync(file) || readUnfinished()) return
      if (await withDb(databaseUrl, isInstalled)) throw databaseInUse()
    },
    begin: (options: DevOptions) =>
      withDb(databaseUrl, async (db) => {
        if (existsSync(file)) return refuseOther(options, readWorld(), folder.path)
        if (isOurs) return makeOperator(db, folder.path)
        const operator = readUnfinished() ?? (await makeOperator(db, undefined))
        writeWhole(unfinishedFile, JSON.stringify({ databaseUrl, operator }))
        return operator
      }),
    finish: (
      operator: FirstOperator | undefined,
      { seeds, isSample }: StartData,
      seedDepsOf: (db: Db, operatorId: string) => SeedDeps,
    ) =>
      withDb(databaseUrl, async (db) => {
        if (operator) {
          await fillCatalogue(db, vendor)
          const deps = seedDepsOf(db, operator.id)
          const make = () => makeWorld(deps, operator, seeds)
          // A database of ours is deleted after a start that failed.
          const made = await (isOurs ? make() : undoOnFailure(db, make))
          if (isSample) await submitSampleRequests(deps, made.subscriptions)
          writeWhole(file, JSON.stringify(made))
          rmSync(unfinishedFile, { force: true })
          folder.finish()
        }
        // Quota requests of the sample data would otherwise be decided again after each reset.
        await waitForDueJobs(db)
        await takeStartSnapshot(db)
        const world = readWorld()
        warnOfFixed(world.fixedSecrets ?? [])
        // Anew with each start: it names the address, which may be another one now.
        return { world, operatorBearer: await bearerMaker(db, config)(world.operatorId, 'account') }
      }),
  }
}

/** Data that is there already stays as it is. */
function refuseOther({ empty, seeds }: DevOptions, { subscriptions }: World, path: string) {
  if (seeds.length > 0)
    throw new Error(
      `${path} already contains data. Choose another folder, or omit --seed and send the seed to POST /emulator/v1/seed.`,
    )
  if (empty && subscriptions.length > 0)
    throw new Error(`${path} contains the sample data. Choose another folder, or omit --empty.`)
  return undefined
}

const databaseInUse = (cause?: unknown) =>
  new Error(
    'The database already contains an installation whose secrets are not in this folder. Use an empty database, or the --data folder of that installation.',
    { cause },
  )

/** `folder`: where the database is, if it is ours. */
async function makeOperator(db: Db, folder: string | undefined): Promise<FirstOperator> {
  const { name } = OPERATOR
  const operator = { name, email: `${name}@example.com`, at: systemProductTime() }
  try {
    const { accountId: id, tokenValue: token } = await bootstrapOperator(db, operator)
    return { id, token }
  } catch (cause) {
    if (!folder) throw databaseInUse(cause)
    const file = join(folder, 'world.json')
    throw new Error(
      `${file} is missing. It contains the only copy of the secrets of this installation. Restore the file, or delete the folder and start again.`,
      { cause },
    )
  }
}
