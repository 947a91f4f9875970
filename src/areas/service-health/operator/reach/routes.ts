import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../../platform/db/connect.ts'
import { operatorOperation } from '../../../../platform/http/operator-operation.ts'
import { answer, ref } from '../../../../platform/http/schema.ts'
import { NewEvent } from '../events/wire.ts'
import { measureReach } from './actions.ts'
import { EventReach } from './wire.ts'

export function reachRoutes(app: FastifyInstance, db: Db): void {
  app.post<{ Body: NewEvent }>(
    '/operator/v1/events/reach',
    operatorOperation('measureEventReach', {
      tag: 'events',
      summary: 'Whom an event would reach, without publishing it',
      body: ref(NewEvent),
      answers: { 200: answer('How many subscriptions it would reach.', ref(EventReach)) },
    }),
    async ({ body }) => measureReach(db, body),
  )
}
