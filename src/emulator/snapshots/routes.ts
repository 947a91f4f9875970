import { Type } from 'typebox'
import type { Db } from '../../platform/db/connect.ts'
import type { Routes } from '../../platform/http/route-types.ts'
import { answer, NO_CONTENT, ref } from '../../platform/http/schema.ts'
import type { Exclusive } from '../exclusive.ts'
import { control } from '../operation.ts'
import type { Outcomes } from '../quota-outcomes/outcomes.ts'
import { deleteSnapshot, restoreSnapshot, START, takeSnapshot } from './actions.ts'
import * as store from './store.ts'
import * as wire from './wire.ts'

const PATH = '/emulator/v1/snapshots'
const tag = 'snapshots'
const params = Type.Object({ name: wire.SnapshotName })

export type SnapshotDeps = Readonly<{
  /** Its statements may take long. */
  db: Db
  outcomes: Outcomes
  exclusive: Exclusive
  /** What else goes back to its beginning. */
  onReset: () => void
}>

export function snapshotRoutes(app: Routes, deps: SnapshotDeps): void {
  const { db, outcomes, exclusive, onReset } = deps
  app.get(
    PATH,
    control('listSnapshots', {
      tag,
      summary: 'List the snapshots',
      answers: { 200: answer('The snapshots, oldest first.', ref(wire.SnapshotList)) },
    }),
    async () => ({ value: (await store.listSnapshots(db)).map((name) => ({ name })) }),
  )
  app.post(
    PATH,
    control('takeSnapshot', {
      tag,
      summary: 'Copy all data under a name',
      body: ref(wire.Snapshot),
      answers: { 201: answer('The snapshot.', ref(wire.Snapshot)) },
    }),
    async ({ body: { name } }, reply) => {
      await exclusive(() => takeSnapshot(db, name, () => outcomes.saveWaiting(name)))
      return reply.code(201).send({ name })
    },
  )
  app.post(
    `${PATH}/:name/restore`,
    control('restoreSnapshot', {
      tag,
      summary: 'Replace all data with that of a snapshot',
      params,
      answers: NO_CONTENT,
    }),
    async ({ params: { name } }, reply) => {
      await exclusive(async () => {
        await restoreSnapshot(db, name)
        outcomes.restoreWaiting(name)
      })
      return reply.code(204).send()
    },
  )
  app.delete(
    `${PATH}/:name`,
    control('deleteSnapshot', { tag, summary: 'Delete a snapshot', params, answers: NO_CONTENT }),
    async ({ params: { name } }, reply) => {
      await exclusive(async () => {
        await deleteSnapshot(db, name)
        outcomes.forgetWaiting(name)
      })
      return reply.code(204).send()
    },
  )
  app.post(
    '/emulator/v1/reset',
    control('resetEmulator', {
      tag,
      summary:
        'Restore the initial data and the real time, and remove all faults and recorded requests',
      answers: NO_CONTENT,
    }),
    async (_request, reply) => {
      await exclusive(async () => {
        // First what can fail.
        await restoreSnapshot(db, START)
        onReset()
      })
      return reply.code(204).send()
    },
  )
}
