import type { Routes } from '../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../platform/http/schema.ts'
import { instanceNotFound, instancesNotAvailable, tooManyInstances } from '../errors.ts'
import type { Exclusive } from '../exclusive.ts'
import { control } from '../operation.ts'
import { type Instance, type Instances, MOST_INSTANCES } from './instances.ts'
import * as wire from './wire.ts'

const PATH = '/emulator/v1/instances'
const tag = 'instances'

export function instanceRoutes(app: Routes, instances: Instances, exclusive: Exclusive): void {
  app.get(
    PATH,
    control('listInstances', {
      tag,
      summary: 'List the other instances that run in this process',
      answers: { 200: answer('The instances.', ref(wire.EmulatorInstanceList)) },
    }),
    async () => ({ value: instances.list().map(toWire) }),
  )
  app.post(
    PATH,
    control('startInstance', {
      tag,
      summary: 'Start another instance, with the data that this one had after its start',
      answers: { 201: answer('The instance.', ref(wire.EmulatorInstance)) },
    }),
    async (_request, reply) => {
      if (!instances.isAvailable) throw instancesNotAvailable()
      // One after the other: the first copies the data, and PostgreSQL copies a template once at a time.
      const instance = await exclusive(() => instances.add())
      if (!instance) throw tooManyInstances(MOST_INSTANCES)
      return reply.code(201).send(toWire(instance))
    },
  )
  app.delete(
    `${PATH}/:id`,
    control('stopInstance', {
      tag,
      summary: 'Stop an instance and delete its data',
      params: pathParams('id'),
      answers: NO_CONTENT,
    }),
    async ({ params: { id } }, reply) => {
      if (!(await instances.remove(id))) throw instanceNotFound(id)
      return reply.code(204).send()
    },
  )
}

const toWire = ({ id, started }: Instance) => ({ id, started: { ...started } })
