import type { FastifyInstance, InjectOptions } from 'fastify'
import { reasonOf } from '../../platform/errors.ts'
import type { Routes } from '../../platform/http/route-types.ts'
import { answer, ref } from '../../platform/http/schema.ts'
import { invalidSeed } from '../errors.ts'
import type { Exclusive } from '../exclusive.ts'
import { control } from '../operation.ts'
import { loadWhole, type SeedDeps } from './actions.ts'
import * as wire from './wire.ts'
import { parseYaml } from './yaml.ts'

const MOST_BYTES = 20 * 1024 * 1024

export function acceptYaml(app: FastifyInstance): void {
  app.addContentTypeParser('application/yaml', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseYaml(String(text)))
    } catch (error) {
      done(invalidSeed(reasonOf(error)))
    }
  })
}

export function seedRoutes(app: Routes, deps: SeedDeps, exclusive: Exclusive): void {
  app.post(
    '/emulator/v1/seed',
    {
      ...control('loadSeed', {
        tag: 'seed',
        summary: 'Add the data of a seed',
        body: ref(wire.GivenSeed),
        answers: { 200: answer('What was created.', ref(wire.LoadedSeed)) },
      }),
      bodyLimit: MOST_BYTES,
    },
    ({ body }) => exclusive(() => loadWhole(deps, body)),
  )
}

export type OwnRequest = Readonly<{
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body: object | undefined
}>

/** Requests of the emulator to its own server, without a connection. */
export const sendOwn =
  (app: FastifyInstance) =>
  async ({
    method,
    path,
    headers,
    body,
  }: OwnRequest): Promise<{ status: number; text: string }> => {
    const sent = { method, url: path, headers, ...(body && { payload: body }) }
    const { statusCode, body: text } = await app.inject(sent as InjectOptions)
    return { status: statusCode, text }
  }
