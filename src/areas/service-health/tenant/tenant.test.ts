import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { namesOf, type Reader } from '../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../test/support/server/health.ts'
import { addRoles } from '../../../../test/support/world/crowds.ts'

const PATH = '/providers/Microsoft.ResourceHealth/events'
const health = useHealth({ RATE_LIMITS: 'false' })
const { database } = health

/** Owner of sub-a and reader of sub-b, which belong to two organizations. */
let ada: Reader
/** Reader of sub-a alone. */
let rex: Reader
let tenantA: string
let tenantB: string
beforeAll(async () => {
  ada = await health.addReader('ada')
  rex = await health.addReader('rex')
  const storage = [['Storage', 'West US']] as const
  const roles = { [ada.id]: 'owner', [rex.id]: 'reader' } as const
  tenantA = (await health.addSubscription('sub-a', roles, storage)).tenantId
  tenantB = (await health.addSubscription('sub-b', { [ada.id]: 'reader' }, storage)).tenantId
  await health.addSubscription('sub-c', {}, [['Cache', 'West US']])
})

const ask = (who: Reader, rest = '', query = {}, method = 'GET') =>
  health.ask(who, `${PATH}${rest}`, query, method)
const namedFor = (...subscriptions: string[]) => ({
  audience: { kind: 'subscriptions', subscriptions },
})
const STORAGE = [{ impactedService: 'Storage', impactedRegions: ['West US'] }]
const footprint = { audience: { kind: 'footprint' }, impact: STORAGE }

describe('events', () => {
  test('the list has what any subscription of the caller finds, each once', async () => {
    const shared = await health.publish(footprint)
    const forB = await health.publish(namedFor('sub-b'))
    const forBoth = await health.publish(namedFor('sub-a', 'sub-b'))
    const forC = await health.publish(namedFor('sub-c'))
    expect(namesOf(await ask(ada))).toEqual([forBoth, forB, shared])
    expect(namesOf(await ask(rex))).toEqual([forBoth, shared])
    const nobody = await health.addReader()
    expect((await ask(nobody)).body).toEqual({ value: [] })
    expect((await ask(ada, `/${forC}`)).body.code).toBe('EventNotFound')
    expect((await ask(rex, `/${forB}`)).status).toBe(404)
  })

  test('the id of an event is an address that answers what the list has', async () => {
    const id = await health.publish({ ...footprint, properties: { title: 'Slow writes' } })
    const [listed] = (await health.list(rex, 'sub-a', { $filter: `trackingId eq '${id}'` })).body
      .value
    const { status, body } = await health.ask(rex, listed.id)
    expect([status, body.name, body.properties.title]).toEqual([200, id, 'Slow writes'])
    const [ofTenant] = (await ask(rex, '', { $filter: `trackingId eq '${id}'` })).body.value
    expect(body).toEqual(ofTenant)
  })

  test('regions show the organizations of the caller that are hit, and no subscription', async () => {
    const used = await health.publish(footprint)
    const named = await health.publish({ ...namedFor('sub-b', 'sub-c'), impact: STORAGE })
    const both = [tenantA, tenantB].sort()
    for (const [id, tenants] of [
      [used, both],
      [named, [tenantB]],
    ] as const) {
      const [listed] = (await ask(ada, '', { $filter: `trackingId eq '${id}'` })).body.value
      const [region] = listed.properties.impact[0].impactedRegions
      expect([region.impactedSubscriptions, region.impactedTenants]).toEqual([[], tenants])
      expect((await ask(ada, `/${id}`)).body).toEqual(listed)
    }
    const [region] = (await ask(rex, `/${used}`)).body.properties.impact[0].impactedRegions
    expect(region.impactedTenants).toEqual([tenantA])
  })

  test('pages, filters and the window are those of a subscription', async () => {
    for (let number = 0; number < 101; number++) await health.publish(namedFor('sub-b'))
    const first = await ask(ada)
    expect(first.body.value).toHaveLength(100)
    const next = first.body.nextLink.replace(health.installation.managementUrl, '')
    const second = await health.askRaw(ada, next)
    const names = namesOf(first, second)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(101)
    expect((await health.askRaw(rex, next)).body.code).toBe('InvalidSkipToken')
    const none = await ask(ada, '', { queryStartTime: '2999-01-01' })
    expect(none.body.value).toEqual([])
    expect(Number(none.headers.get('x-binnacle-active-outside-window'))).toBe(names.length)
    expect((await ask(ada, '', { $filter: 'colour eq red' })).status).toBe(400)
  })
})

describe('sensitive details', () => {
  const sensitive = { eventType: 'SecurityAdvisory', isEventSensitive: true }
  const properties = { summary: 'HIDDEN', description: 'HIDDEN' }
  const details = (who: Reader, id: string) => ask(who, `/${id}/fetchEventDetails`, {}, 'POST')

  test('they need owner or contributor on a subscription that the event concerns', async () => {
    const ofA = await health.publish({ ...sensitive, ...namedFor('sub-a'), properties })
    const ofB = await health.publish({ ...sensitive, ...namedFor('sub-b'), properties })
    expect((await ask(ada, `/${ofA}`)).text).not.toContain('HIDDEN')
    expect((await details(ada, ofA)).body.properties.summary).toBe('HIDDEN')
    for (const [who, id] of [
      [ada, ofB],
      [rex, ofA],
    ] as const) {
      const { status, body } = await details(who, id)
      expect([status, body.code]).toEqual([403, 'AuthorizationFailed'])
    }
    expect((await details(rex, ofB)).status).toBe(404)
    const looks = database.db.selectFrom('audit').select(['scope_id', 'target'])
    expect(await looks.where('action', '=', 'event.read-details').execute()).toEqual([
      { scope_id: 'sub-a', target: `event ${ofA}` },
    ])
  })

  test('details of what is not sensitive are for anybody who sees the event', async () => {
    const id = await health.publish({ ...footprint, properties: { summary: 'Open' } })
    expect((await details(rex, id)).body.properties.summary).toBe('Open')
  })
})

describe('impacted resources', () => {
  const namesIn = (answer: { body: { value: { name: string }[] } }) =>
    answer.body.value.map(({ name }) => name)
  const add = ['sub-a', 'sub-b', 'sub-c'].flatMap((subscriptionId) =>
    ['disk', `vm-${subscriptionId}`].map((name) => ({ subscriptionId, name })),
  )

  test('they are those of the subscriptions that the event concerns, and each id answers', async () => {
    const id = await health.publish(footprint)
    await health.revise(id, 'impactedResources', { add })
    const list = await ask(ada, `/${id}/impactedResources`)
    expect(namesIn(list)).toEqual(['disk', 'vm-sub-a', 'disk', 'vm-sub-b'])
    for (const resource of list.body.value) {
      expect((await health.ask(ada, resource.id)).body).toEqual(resource)
    }
    expect(namesIn(await ask(rex, `/${id}/impactedResources`))).toEqual(['disk', 'vm-sub-a'])
    const [disk] = list.body.value
    expect((await ask(ada, `/${id}/impactedResources/disk`)).body).toEqual(disk)
    const foreign = await ask(rex, `/${id}/impactedResources/vm-sub-b`)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'ImpactedResourceNotFound'])
  })

  test('pages go on from subscription to subscription', async () => {
    const id = await health.publish(footprint)
    const many = ['sub-a', 'sub-b'].flatMap((subscriptionId) =>
      Array.from({ length: 80 }, (_, n) => ({ subscriptionId, name: `vm-${n}` })),
    )
    await health.revise(id, 'impactedResources', { add: many })
    const first = await ask(ada, `/${id}/impactedResources`)
    const next = first.body.nextLink.replace(health.installation.managementUrl, '')
    const second = await health.askRaw(ada, next)
    const ids = [first, second].flatMap(({ body }) =>
      body.value.map((row: { id: string }) => row.id),
    )
    expect([first.body.value.length, new Set(ids).size]).toEqual([100, 160])
  })

  test('those of a security advisory are for owners and contributors, and only where they are', async () => {
    const id = await health.publish({ ...footprint, eventType: 'SecurityAdvisory' })
    await health.revise(id, 'impactedResources', { add })
    const rest = `/${id}/listSecurityAdvisoryImpactedResources`
    expect(namesIn(await ask(ada, rest, {}, 'POST'))).toEqual(['disk', 'vm-sub-a'])
    expect((await ask(rex, rest, {}, 'POST')).status).toBe(403)
    expect(namesIn(await ask(ada, `/${id}/impactedResources`))).toEqual(['disk', 'vm-sub-a'])
    expect((await ask(rex, `/${id}/impactedResources`)).status).toBe(403)
    const other = await health.publish(footprint)
    const path = `/${other}/listSecurityAdvisoryImpactedResources`
    expect((await ask(ada, path, {}, 'POST')).body.code).toBe('SecurityAdvisoryNotFound')
  })

  test('of a sensitive event, readers see no resource', async () => {
    const id = await health.publish({ ...footprint, isEventSensitive: true })
    await health.revise(id, 'impactedResources', { add })
    expect(namesIn(await ask(ada, `/${id}/impactedResources`))).toEqual(['disk', 'vm-sub-a'])
    expect((await ask(rex, `/${id}/impactedResources`)).status).toBe(403)
    expect((await ask(ada, `/${id}/impactedResources/vm-sub-b`)).status).toBe(404)
  })
})

describe('bounds', () => {
  test('1,000 subscriptions are looked at, and one more is refused', async () => {
    const many = await health.addReader()
    const ids = await addRoles(database.db, many.id, 1000)
    const id = await health.publish(namedFor(ids[500] as string))
    expect(namesOf(await ask(many))).toContain(id)
    await addRoles(database.db, many.id, 1)
    for (const rest of ['', `/${id}`, `/${id}/impactedResources`]) {
      const { status, body } = await ask(many, rest)
      expect([status, body.code]).toEqual([400, 'TooManySubscriptions'])
      expect(body.message).toContain('/subscriptions/{subscriptionId}')
    }
  })

  test('100,000 services in regions are looked at, and one more is refused', async () => {
    const many = await health.addReader()
    const ids = await addRoles(database.db, many.id, 50)
    const fill = (count: number, from: number) => sql`
      insert into footprint (subscription_id, key, service, region)
      select id, 'service:s' || n || '@r', 's' || n, 'r'
        from unnest(${ids}::text[]) as id
       cross join generate_series(${from}::integer, ${from + count - 1}::integer) as n`
    await fill(2000, 1).execute(database.db)
    expect((await ask(many)).status).toBe(200)
    await fill(1, 2001).execute(database.db)
    expect((await ask(many)).body.code).toBe('TooManySubscriptions')
  })
})
