import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { openTcpProxy } from '../../../../test/support/database/tcp-proxy.ts'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { announce, CHANNEL } from './announce.ts'
import { listenForChanges } from './listen.ts'

const database = useDatabase()
afterEach(() => void vi.restoreAllMocks())

/** What listens for an abort now. */
function watchListeners(): ReadonlySet<unknown> {
  const active = new Set<unknown>()
  const { addEventListener: add, removeEventListener: remove } = AbortSignal.prototype
  vi.spyOn(AbortSignal.prototype, 'addEventListener').mockImplementation(function (
    this: AbortSignal,
    ...[type, listener, options]: Parameters<typeof add>
  ) {
    active.add(listener)
    add.call(this, type, listener, options)
  })
  vi.spyOn(AbortSignal.prototype, 'removeEventListener').mockImplementation(function (
    this: AbortSignal,
    ...[type, listener, options]: Parameters<typeof remove>
  ) {
    active.delete(listener)
    remove.call(this, type, listener, options)
  })
  return active
}

const endConnections = () =>
  sql<{ pid: number }>`
    select pg_terminate_backend(pid) as pid from pg_stat_activity
     where application_name = 'binnacle changes' and datname = current_database()
       and state = 'idle' and query like 'listen%'`.execute(database.db)

test('a connection that is lost leaves nothing that listens for the end', async () => {
  const active = watchListeners()
  const lost = Promise.withResolvers<unknown>()
  const listener = listenForChanges(database.url, {
    onTopics: () => undefined,
    onLost: lost.resolve,
  })
  await expect.poll(async () => (await endConnections()).rows.length).toBe(1)
  expect(String(await lost.promise)).toMatch(/terminat(ing|ed)/)
  // The wait for the next attempt.
  await expect.poll(() => active.size).toBe(1)
  listener.close()
})

test('what others send on the channel concerns no topic, and is no end of the process', async () => {
  const heard: string[] = []
  const listener = listenForChanges(database.url, {
    onTopics: (topics) => heard.push(...topics),
    onLost: () => undefined,
  })
  const announceOften = setInterval(() => announce(database.db, 'before'), 20)
  await expect.poll(() => heard).toContain('before')
  clearInterval(announceOften)
  for (const payload of ['x', '', 'null', '{"0":"a"}', '[1,null,["a"]]']) {
    await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(database.db)
  }
  await sql`${sql.raw(`notify ${CHANNEL}, 'x'`)}`.execute(database.db)
  announce(database.db, 'after')
  await expect.poll(() => heard).toContain('after')
  expect(new Set(heard)).toEqual(new Set(['before', 'after']))
  listener.close()
})

test('a server that goes silent at LISTEN is given up after a while', async () => {
  const proxy = await openTcpProxy(database.url)
  proxy.stallAt(`listen ${CHANNEL}`, 'swallow both ways')
  const lost = Promise.withResolvers<unknown>()
  const listener = listenForChanges(proxy.url, {
    onTopics: () => undefined,
    onLost: lost.resolve,
  })
  expect(String(((await lost.promise) as Error).cause)).toContain('Query read timeout')
  expect(proxy.listAwaited()).toEqual([])
  listener.close()
  await proxy.close()
})

test('nothing is announced within a transaction', async () => {
  // @ts-expect-error: not even the types let it.
  const announced = database.db.transaction().execute(async (trx) => announce(trx, 'x'))
  await expect(announced).rejects.toThrow('after its commit')
})
