import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, ref } from '../../../../platform/http/schema.ts'
import { nameDiffers } from '../../errors.ts'
import { OfResource, OfScope } from '../../limits/routes.ts'
import { operation } from '../../operation.ts'
import { submitQuotaRequest } from '../../requests/actions.ts'
import { preconditionOf, type RequestDeps } from '../../requests/routes.ts'
import type { RequestRow } from '../../requests/store.ts'
import { keyOfName } from '../../rules.ts'
import { extensionPath, linksOf } from '../paths.ts'
import { limitReaders, toLimitValue, toResourceProperties } from '../reading.ts'
import { ListQuery, VersionQuery } from '../wire.ts'
import { Quota, QuotaInput, QuotaList, SubmittedQuota } from './wire.ts'

export function quotaRoutes(app: Routes, deps: RequestDeps): void {
  const path = `${extensionPath(deps.vendorNamespace)}/quotas`
  const read = limitReaders(deps, 'quotas', (row, identity) => ({
    ...identity,
    properties: { limit: toLimitValue(row.currentLimit), ...toResourceProperties(row) },
  }))
  app.get(
    path,
    operation('listQuotas', 'read quota', {
      summary: 'List the limits of a subscription for a provider in a location',
      params: OfScope,
      querystring: ListQuery,
      answers: { 200: answer('The quotas.', ref(QuotaList)) },
    }),
    read.list,
  )
  app.get(
    `${path}/:resourceName`,
    operation('getQuota', 'read quota', {
      summary: 'Get the limit of a resource',
      params: OfResource,
      querystring: VersionQuery,
      answers: { 200: answer('The quota.', ref(Quota)) },
    }),
    read.get,
  )
  submitRoutes(app, deps, `${path}/:resourceName`)
}

function submitRoutes(app: Routes, deps: RequestDeps, url: string): void {
  for (const [method, operationId] of [
    ['PUT', 'setQuota'],
    ['PATCH', 'updateQuota'],
  ] as const) {
    app.route({
      method,
      url,
      ...operation(operationId, 'request quota', {
        summary: 'Request a new limit for a resource',
        params: OfResource,
        querystring: VersionQuery,
        body: ref(QuotaInput),
        answers: { 202: answer('The request, which is in progress.', ref(SubmittedQuota)) },
      }),
      async handler({ call, params, query, body, headers, subscription }, reply) {
        const { name, limit, unit } = body.properties
        const { resourceName } = params
        if (name?.value !== undefined && keyOfName(name.value) !== keyOfName(resourceName)) {
          throw nameDiffers(resourceName, name.value)
        }
        const request = await submitQuotaRequest(deps, call, {
          ...params,
          subscriptionId: subscription.id,
          limits: [{ resourceName, requestedLimit: limit.value, unit }],
          precondition: preconditionOf(headers),
        })
        const asked = { id: request.id, version: query['api-version'] }
        const links = linksOf(deps, subscription.id, params, asked)
        reply
          .code(202)
          .header('location', links.operation)
          .header('azure-asyncoperation', links.operation)
          .header('operation-location', links.operation)
          .header('retry-after', deps.quotaRetryAfterSeconds)
        return toSubmitted(request, resourceName, links.path, deps.vendorNamespace)
      },
    })
  }
}

/** A repeat can find a request for several resources, made through the other API. */
function toSubmitted(
  { id, subRequests }: RequestRow,
  resourceName: string,
  path: string,
  vendorNamespace: string,
): SubmittedQuota {
  const own = subRequests.find((each) => keyOfName(each.resourceName) === keyOfName(resourceName))
  if (!own) throw new Error(`the quota request ${id} has no sub-request for ${resourceName}`)
  return {
    id: `${path}/quotaRequests/${id}`,
    name: id,
    type: `${vendorNamespace}.Quota/Quotas`,
    properties: {
      limit: toLimitValue(own.requestedLimit),
      unit: own.unit,
      name: { value: own.resourceName, localizedValue: own.displayName },
      ...(own.resourceType !== null && { resourceType: own.resourceType }),
      isQuotaApplicable: true,
      properties: {},
      provisioningState: own.state,
      message: own.message,
    },
  }
}
