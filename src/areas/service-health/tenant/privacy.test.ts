import { beforeAll, expect, test } from 'vitest'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import {
  concerns,
  type Published,
  SECRET,
  usePrivacyWorld,
} from '../../../../test/support/service-health/privacy-world.ts'

const PATH = '/providers/Microsoft.ResourceHealth/events'
const ROUNDS = 15

const seed = Date.now()
const world = usePrivacyWorld(seed)
const { health, pick, readers, subscriptions, events } = world
beforeAll(world.build)

const roleOf = (reader: Reader) => (each: (typeof subscriptions)[number]) =>
  each.roles.get(reader.id)
const ownOf = (reader: Reader) => subscriptions.filter(roleOf(reader))
const concernedOf = (reader: Reader, event: Published) =>
  ownOf(reader).filter((subscription) => concerns(event, subscription))
const mayReadDetails = (reader: Reader, event: Published) =>
  concernedOf(reader, event).some((each) => roleOf(reader)(each) !== 'reader')

/** All pages of the list, by name. */
async function listAll(reader: Reader): Promise<{ names: string[]; text: string }> {
  const names: string[] = []
  const texts: string[] = []
  let target = `${PATH}?api-version=2025-05-01`
  while (target !== '') {
    const { body, text } = await health.askRaw(reader, target)
    names.push(...body.value.map(({ name }: { name: string }) => name))
    texts.push(text)
    target = body.nextLink?.replace(health.installation.managementUrl, '') ?? ''
  }
  return { names: names.sort(), text: texts.join() }
}

test(`at tenant level each reader sees exactly its own (seed ${seed})`, async () => {
  let details = 0
  for (let round = 0; round < ROUNDS; round++) {
    const reader = pick(readers)
    const visible = [...events.values()].filter((event) => concernedOf(reader, event).length > 0)
    const { names, text } = await listAll(reader)
    expect(names).toEqual(visible.map(({ id }) => id).sort())
    expect(text).not.toContain(SECRET)
    const own = new Set(ownOf(reader).map(({ tenantId }) => tenantId))
    const foreign = subscriptions.map(({ tenantId }) => tenantId).filter((id) => !own.has(id))
    for (const id of [...foreign, ...subscriptions.map((each) => each.id)]) {
      expect(text).not.toContain(id)
    }
    for (let number = 0; number < 10; number++) {
      details += await askForOne(reader, pick([...events.values()]))
    }
    await world.changeSomething()
  }
  const looks = health.database.db.selectFrom('audit').select('id')
  const found = await looks.where('action', '=', 'event.read-details').execute()
  expect(found.length).toBe(details)
  expect(details).toBeGreaterThan(0)
}, 300_000)

/** Answers how many reads of sensitive details are to be on record. */
async function askForOne(reader: Reader, event: Published): Promise<number> {
  const concerned = concernedOf(reader, event)
  const isClosed = event.isSensitive && !mayReadDetails(reader, event)
  const expected = concerned.length === 0 ? 404 : isClosed ? 403 : 200
  const path = `${PATH}/${event.id}`
  const details = await health.ask(reader, `${path}/fetchEventDetails`, {}, 'POST')
  expect([event.id, details.status]).toEqual([event.id, expected])
  const resources = await health.ask(reader, `${path}/impactedResources`)
  expect([event.id, resources.status]).toEqual([event.id, expected])
  if (expected !== 200) return 0
  const readable = concerned.filter(
    (each) => !event.isSensitive || roleOf(reader)(each) !== 'reader',
  )
  for (const { name } of resources.body.value) {
    expect(readable.map(({ id }) => `vm-${id}`)).toContain(name)
  }
  return event.isSensitive ? 1 : 0
}
