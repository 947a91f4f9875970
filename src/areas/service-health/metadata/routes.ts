import { Type } from 'typebox'
import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { pathParams, ref } from '../../../platform/http/schema.ts'
import { metadataNotFound } from '../errors.ts'
import { operation } from '../operation.ts'
import { listNames } from '../operator/registry/store.ts'
import { ApiVersionQuery } from '../wire.ts'
import { listEntities } from './rules.ts'
import { listServices } from './store.ts'
import { MetadataEntity, MetadataEntityList } from './wire.ts'

const tag = 'metadata'
const MOST_NAMES = 10_000

type Deps = Readonly<{ db: Db; vendorNamespace: string }>

export function metadataRoutes(app: Routes, { db, vendorNamespace }: Deps): void {
  const provider = `${vendorNamespace}.ResourceHealth`
  const querystring = Type.Object(ApiVersionQuery)
  const readEntities = async () => {
    const [services, regions] = await Promise.all([
      listServices(db, MOST_NAMES),
      listNames(db, 'region', MOST_NAMES),
    ])
    return listEntities(provider, { services, regions })
  }
  app.get(
    `/providers/${provider}/metadata`,
    operation('listMetadata', 'read metadata', {
      tag,
      summary: 'List the values that events can have: services, regions, levels, status, tags',
      querystring,
      answer: { description: 'The values, by kind.', ...ref(MetadataEntityList) },
    }),
    async () => ({ value: await readEntities() }),
  )
  app.get(
    `/providers/${provider}/metadata/:metadataName`,
    operation('getMetadata', 'read metadata', {
      tag,
      summary: 'Get the values of one kind that events can have',
      params: pathParams('metadataName'),
      querystring,
      answer: { description: 'The values.', ...ref(MetadataEntity) },
    }),
    async ({ params }) => {
      const entities = await readEntities()
      const names = entities.map(({ name }) => name)
      const asked = params.metadataName.toLowerCase()
      const found = entities.find(({ name }) => name.toLowerCase() === asked)
      if (!found) throw metadataNotFound(params.metadataName, names)
      return found
    },
  )
}
