import type { Routes } from '../../platform/http/route-types.ts'
import { answer, NO_CONTENT, ref } from '../../platform/http/schema.ts'
import { assertionFailed } from '../errors.ts'
import { control } from '../operation.ts'
import type { RequestList } from './requests.ts'
import { search } from './rules.ts'
import * as wire from './wire.ts'

const PATH = '/emulator/v1/requests'
const tag = 'requests'

export function requestRoutes(app: Routes, requests: RequestList): void {
  app.get(
    PATH,
    control('listRequests', {
      tag,
      summary: 'List the requests that clients have sent',
      querystring: wire.RequestQuery,
      answers: { 200: answer('The requests, oldest first.', ref(wire.RecordedRequestList)) },
    }),
    async ({ query }) => ({
      value: search(requests.list(), query).map((entry) => ({ ...entry })),
      dropped: requests.dropped(),
    }),
  )
  app.post(
    `${PATH}/assert`,
    control('assertRequests', {
      tag,
      summary: 'Check how many requests match: 409 if fewer or more than expected',
      body: ref(wire.RequestAssertion),
      answers: { 200: answer('The number of matching requests.', ref(wire.RequestCount)) },
    }),
    async ({ body }) => {
      const { atMost = Number.POSITIVE_INFINITY, ...rest } = body
      const { atLeast = body.atMost === undefined ? 1 : 0, ...match } = rest
      const { length: count } = search(requests.list(), match)
      if (count < atLeast || count > atMost) throw assertionFailed(count, atLeast, atMost)
      return { count }
    },
  )
  app.delete(
    PATH,
    control('clearRequests', { tag, summary: 'Clear the list of requests', answers: NO_CONTENT }),
    async (_request, reply) => {
      requests.clear()
      return reply.code(204).send()
    },
  )
}
