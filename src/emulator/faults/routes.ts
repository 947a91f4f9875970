import type { Routes } from '../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../platform/http/schema.ts'
import { faultNotFound, tooManyFaults } from '../errors.ts'
import { control } from '../operation.ts'
import { type Faults, MOST_FAULTS } from './faults.ts'
import * as wire from './wire.ts'

const PATH = '/emulator/v1/faults'
const tag = 'faults'

export function faultRoutes(app: Routes, faults: Faults): void {
  app.get(
    PATH,
    control('listFaults', {
      tag,
      summary: 'List the faults',
      answers: {
        200: answer('The faults, in the order in which they apply.', ref(wire.FaultList)),
      },
    }),
    async () => ({ value: faults.list() }),
  )
  app.post(
    PATH,
    control('addFault', {
      tag,
      summary: 'Add a fault that affects requests from now on',
      body: ref(wire.NewFault),
      answers: { 201: answer('The fault.', ref(wire.Fault)) },
    }),
    async ({ body }, reply) => {
      const fault = faults.add(body)
      if (!fault) throw tooManyFaults(MOST_FAULTS)
      return reply.code(201).send(fault)
    },
  )
  app.delete(
    PATH,
    control('removeAllFaults', { tag, summary: 'Remove all faults', answers: NO_CONTENT }),
    async (_request, reply) => {
      faults.clear()
      return reply.code(204).send()
    },
  )
  app.delete(
    `${PATH}/:id`,
    control('removeFault', {
      tag,
      summary: 'Remove a fault',
      params: pathParams('id'),
      answers: NO_CONTENT,
    }),
    async ({ params: { id } }, reply) => {
      if (!faults.remove(id)) throw faultNotFound(id)
      return reply.code(204).send()
    },
  )
}
