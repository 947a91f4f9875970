import type { Routes } from '../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../platform/http/schema.ts'
import { outcomeNotFound, outcomeWaitsTwice, tooManyOutcomes } from '../errors.ts'
import { control } from '../operation.ts'
import { MOST_OUTCOMES, type Outcomes } from './outcomes.ts'
import * as wire from './wire.ts'

const PATH = '/emulator/v1/quota-outcomes'
const tag = 'quota outcomes'

export function outcomeRoutes(app: Routes, outcomes: Outcomes): void {
  app.get(
    PATH,
    control('listQuotaOutcomes', {
      tag,
      summary: 'List the outcomes of quota requests',
      answers: {
        200: answer('The outcomes. The first that matches applies.', ref(wire.QuotaOutcomeList)),
      },
    }),
    async () => ({ value: outcomes.list() }),
  )
  app.post(
    PATH,
    control('addQuotaOutcome', {
      tag,
      summary: 'Add an outcome, which decides quota requests in place of the rules',
      body: ref(wire.NewQuotaOutcome),
      answers: { 201: answer('The outcome.', ref(wire.QuotaOutcome)) },
    }),
    async ({ body }, reply) => {
      if (body.afterSeconds !== undefined && body.afterPolls !== undefined)
        throw outcomeWaitsTwice()
      const outcome = outcomes.add(body)
      if (!outcome) throw tooManyOutcomes(MOST_OUTCOMES)
      return reply.code(201).send(outcome)
    },
  )
  app.delete(
    PATH,
    control('removeAllQuotaOutcomes', {
      tag,
      summary: 'Remove all outcomes. Requests that already wait for an outcome still get it',
      answers: NO_CONTENT,
    }),
    async (_request, reply) => {
      outcomes.removeAll()
      return reply.code(204).send()
    },
  )
  app.delete(
    `${PATH}/:id`,
    control('removeQuotaOutcome', {
      tag,
      summary: 'Remove an outcome',
      params: pathParams('id'),
      answers: NO_CONTENT,
    }),
    async ({ params: { id } }, reply) => {
      if (!outcomes.remove(id)) throw outcomeNotFound(id)
      return reply.code(204).send()
    },
  )
}
