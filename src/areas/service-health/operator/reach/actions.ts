import type { Db } from '../../../../platform/db/connect.ts'
import { ALL_REGIONS, type Audience, reachOf } from '../../rules.ts'
import { prepareEvent, requireNamed } from '../events/actions.ts'
import { serviceRegionsOf } from '../events/rules.ts'
import type { NewEvent } from '../events/wire.ts'
import { addImpact } from '../impact/rules.ts'
import { previewNames } from '../registry/actions.ts'
import { MOST_COUNTED, toReach } from './rules.ts'
import * as store from './store.ts'
import type { EventReach } from './wire.ts'

/** One more than is told, to know whether there are more. */
const LIMIT = MOST_COUNTED + 1
const KEYS_AT_ONCE = 20
/** Counting stops then: an operator waits for the answer. */
const LONGEST_MS = 2000

/** Whom the event would reach if it were published now. Changes nothing. */
export async function measureReach(db: Db, input: NewEvent): Promise<EventReach> {
  const { audience, impact } = prepareEvent(input)
  const registers = await previewNames(db, impact, input.allowUnknownNames ?? false)
  await requireNamed(db, audience)
  const keys = reachOf(audience, serviceRegionsOf({ impact: addImpact([], impact, '') }))
  const { ids, isWhole } = await findReached(db, audience, keys)
  const isAnyNew = registers.services.length + registers.regions.length > 0
  return { ...toReach([...ids], isWhole), ...(isAnyNew && { registers }) }
}

type Reached = Readonly<{ ids: ReadonlySet<string>; isWhole: boolean }>

async function findReached(db: Db, audience: Audience, keys: readonly string[]): Promise<Reached> {
  if (audience.kind === 'subscriptions')
    return { ids: new Set(audience.subscriptions), isWhole: true }
  if (audience.kind === 'everyone')
    return { ids: new Set(await store.listSubscriptions(db, LIMIT)), isWhole: true }
  const ids = new Set<string>()
  const endsAt = performance.now() + LONGEST_MS
  for await (const found of walk(db, keys)) {
    for (const id of found) ids.add(id)
    if (ids.size > MOST_COUNTED || performance.now() > endsAt) return { ids, isWhole: false }
  }
  return { ids, isWhole: true }
}

/** Piece by piece, each of them short, so that counting can stop between two. */
async function* walk(db: Db, keys: readonly string[]): AsyncGenerator<string[]> {
  const isAll = (key: string) => key.endsWith(`@${ALL_REGIONS}`)
  const serviceRegions = keys.filter((key) => !isAll(key))
  for (let start = 0; start < serviceRegions.length; start += KEYS_AT_ONCE)
    yield store.listUsersOf(db, serviceRegions.slice(start, start + KEYS_AT_ONCE), LIMIT)
  for (const key of keys.filter(isAll)) {
    const prefix = key.slice(0, -ALL_REGIONS.length)
    let after: store.Use | undefined
    do {
      const uses = await store.listUsesAfter(db, prefix, after, LIMIT)
      yield uses.map(({ id }) => id)
      after = uses[LIMIT - 1]
    } while (after)
  }
}
