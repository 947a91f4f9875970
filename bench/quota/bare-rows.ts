import { createHash, randomUUIDv7 } from 'node:crypto'

export type BareSubmit = Readonly<{
  subscription: string
  provider: string
  location: string
  limits: readonly Readonly<{ resource: string; limit: number }>[]
  clientRequestId: string | undefined
  /** Ends the open sub-requests for the resources. */
  supersedes: boolean
}>

export const scopeOf = ({ subscription, provider, location }: BareSubmit) => ({
  subscription_id: subscription,
  provider_key: provider.toLowerCase(),
  location_key: location,
})

export function auditRow(
  { subscription }: BareSubmit,
  action: string,
  requestId: string,
  after: object,
) {
  return {
    scope_id: subscription,
    id: randomUUIDv7(),
    at: new Date(),
    actor_kind: 'account',
    actor_id: 'bench',
    action,
    target: `quota request ${requestId}`,
    after: JSON.stringify(after),
    source: '127.0.0.1',
    request_id: randomUUIDv7(),
  }
}

export function keyRow(clientRequestId: string, id: string) {
  const digest = createHash('sha256').update(clientRequestId).digest()
  return {
    scope_id: 'bench',
    digest,
    body_digest: digest,
    created_id: id,
    created_at: new Date(),
  }
}

export const requestRow = (input: BareSubmit, id: string) => ({
  ...scopeOf(input),
  id,
  submitted_at: new Date(Math.floor(Date.now() / 1000) * 1000),
  actor_id: 'bench',
  requested_by: 'bench',
  client_request_id: input.clientRequestId ?? null,
  fingerprint: Buffer.alloc(32, id),
})

export const subRequestRows = (input: BareSubmit, id: string) =>
  input.limits.map(({ resource, limit }, number) => ({
    ...scopeOf(input),
    request_id: id,
    id: randomUUIDv7(),
    resource_key: resource.toLowerCase(),
    name: resource,
    display_name: 'Some cores',
    unit: 'Count',
    asked_limit: limit,
    state: 'Accepted',
    message: 'Accepted. Processing has not started.',
    created_at: new Date(),
    number,
  }))
