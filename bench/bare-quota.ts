/**
 * What one would write first, and nothing else: the same framework and driver, one statement for the
 * status and the same rows for a request; no sign-in, no rules, no locks, no hooks, no log.
 */
import Fastify from 'fastify'
import pg from 'pg'
import type { SubRequestRow } from '../src/areas/quota/requests/store.ts'
import { createBareSubmit } from './quota/bare-inserts.ts'
import { SUPERSEDES } from './quota/ways.ts'
import { readBareArguments } from './start/bare-arguments.ts'

const { databaseUrl, named } = readBareArguments()
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const app = Fastify()
const submit = await createBareSubmit(pool, named)
const SCOPE =
  '/subscriptions/:subscription/providers/Microsoft.Capacity/resourceProviders/:provider/locations/:location'
/** One by one what the server reads for many at once. */
const STATUS = `
  select sub_request.*, request.submitted_at as "submittedAt"
    from quota_request as request
    join quota_sub_request as sub_request
      on sub_request.subscription_id = request.subscription_id and sub_request.request_id = request.id
   where request.subscription_id = $1 and request.id = $2
         and request.provider_key = $3 and request.location_key = $4
   order by sub_request.number`
type StatusRow = SubRequestRow & { submittedAt: Date }
type Scope = { subscription: string; provider: string; location: string }

app.get<{ Params: Scope & { request: string } }>(
  `${SCOPE}/serviceLimitsRequests/:request`,
  async ({ params: { subscription, provider, location, request } }) => {
    const values = [subscription, request, provider.toLowerCase(), location]
    const { rows } = await pool.query<StatusRow>({ ...named('status'), text: STATUS, values })
    const [first] = rows
    if (!first) throw new Error(`no request ${request}`)
    return {
      id: request,
      name: `${subscription}/${request}`,
      type: 'Microsoft.Capacity/serviceLimitsRequests',
      properties: {
        message: first.message,
        provisioningState: first.state,
        requestSubmitTime: `${first.submittedAt.toISOString().slice(0, 19)}Z`,
        value: rows.map(toSubRequest),
      },
    }
  },
)

const toSubRequest = (row: SubRequestRow) => ({
  limit: row.granted_limit ?? row.asked_limit,
  message: row.message,
  name: { value: row.name, localizedValue: row.display_name },
  provisioningState: row.state,
  ...(row.resource_type !== null && { resourceType: row.resource_type }),
  subRequestId: row.id,
  unit: row.unit,
})

type Properties = { limit: number; name?: { value: string } }
type Body = { properties?: Properties; value?: { properties: Properties }[] }

for (const url of [`${SCOPE}/serviceLimits/:resource`, `${SCOPE}/serviceLimits`]) {
  app.put<{ Params: Scope & { resource?: string }; Body: Body }>(
    url,
    async ({ params: { resource, ...scope }, body, headers }, reply) => {
      const wanted = body.value?.map(({ properties }) => properties) ?? [body.properties]
      const id = await submit({
        ...scope,
        limits: wanted.map((one) => ({
          resource: resource ?? one?.name?.value ?? 'unnamed',
          limit: one?.limit ?? 0,
        })),
        clientRequestId: headers['x-ms-client-request-id']?.toString(),
        supersedes: SUPERSEDES in headers,
      })
      return reply.code(201).send({ requestId: id })
    },
  )
}

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
