import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, ref } from '../../../../platform/http/schema.ts'
import { type LimitDeps, OfResource, OfScope } from '../../limits/routes.ts'
import { operation } from '../../operation.ts'
import { extensionPath } from '../paths.ts'
import { limitReaders, toResourceProperties } from '../reading.ts'
import { ListQuery, VersionQuery } from '../wire.ts'
import { Usage, UsageList } from './wire.ts'

export function usageRoutes(app: Routes, deps: LimitDeps): void {
  const path = `${extensionPath(deps.vendorNamespace)}/usages`
  const read = limitReaders(deps, 'usages', (row, identity) => ({
    ...identity,
    properties: {
      usages: { usagesType: 'Individual' as const, value: row.currentValue },
      ...toResourceProperties(row),
    },
  }))
  app.get(
    path,
    operation('listUsages', 'read quota', {
      summary: 'List the usage of a subscription for a provider in a location',
      params: OfScope,
      querystring: ListQuery,
      answers: { 200: answer('The usages.', ref(UsageList)) },
    }),
    read.list,
  )
  app.get(
    `${path}/:resourceName`,
    operation('getUsage', 'read quota', {
      summary: 'Get the usage of a resource',
      params: OfResource,
      querystring: VersionQuery,
      answers: { 200: answer('The usage.', ref(Usage)) },
    }),
    read.get,
  )
}
