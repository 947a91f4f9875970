import { operatorRead } from '../../../../directory/operators/operation.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, ref } from '../../../../platform/http/schema.ts'
import { NewEvent } from '../events/wire.ts'
import { measureReach } from './actions.ts'
import { EventReach } from './wire.ts'

export function reachRoutes(app: Routes, db: Db): void {
  app.post(
    '/operator/v1/events/reach',
    operatorRead('measureEventReach', {
      tag: 'events',
      summary: 'Preview which subscriptions an event would reach',
      body: ref(NewEvent),
      answers: { 200: answer('The number of subscriptions.', ref(EventReach)) },
    }),
    async ({ body }) => measureReach(db, body),
  )
}
