import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../../platform/db/connect.ts'
import { operatorOperation } from '../../../../platform/http/operator-operation.ts'
import { answer, DONE, ref } from '../../../../platform/http/schema.ts'
import type { Seal } from '../../../../platform/seal.ts'
import { providerNotThere } from '../../errors.ts'
import { listProviderNames } from '../../limits/store.ts'
import { keyOfName } from '../../rules.ts'
import {
  deleteEndpoint,
  deleteProvider,
  findEntry,
  type RegisterCatalogue,
  setEndpoint,
  setProvider,
} from './actions.ts'
import {
  CatalogueEntry,
  CatalogueProvider,
  CatalogueProviderList,
  NewEndpoint,
  ProviderEndpoint,
} from './wire.ts'

export type CatalogueDeps = Readonly<{
  db: Db
  seal: Seal | undefined
  providerExceptions: readonly string[]
  registerCatalogue: RegisterCatalogue
}>

const PATH = '/operator/v1/quota/providers'
const tag = 'quota'

type Name = { Params: { provider: string } }

export function catalogueRoutes(app: FastifyInstance, deps: CatalogueDeps): void {
  const { db } = deps
  app.get(
    PATH,
    operatorOperation('listQuotaProviders', {
      tag,
      summary: 'The providers in the quota catalogue',
      answers: { 200: answer('The providers.', ref(CatalogueProviderList)) },
    }),
    async () => ({ value: (await listProviderNames(db)).map((name) => ({ name })) }),
  )
  app.get<Name>(
    `${PATH}/:provider`,
    operatorOperation('getQuotaProvider', {
      tag,
      summary: 'What a provider offers, and where',
      answers: { 200: answer('The provider.', ref(CatalogueProvider)) },
    }),
    async ({ params }) => toProvider(db, params.provider),
  )
  app.put<Name & { Body: CatalogueEntry }>(
    `${PATH}/:provider`,
    operatorOperation('setQuotaProvider', {
      tag,
      summary: 'Say what a provider offers, and where; it replaces what was there',
      body: ref(CatalogueEntry),
      answers: { 200: answer('The provider.', ref(CatalogueProvider)) },
    }),
    async ({ call, params, body }) => {
      await setProvider(deps, call, params.provider, body)
      return toProvider(db, params.provider)
    },
  )
  app.delete<Name>(
    `${PATH}/:provider`,
    operatorOperation('deleteQuotaProvider', {
      tag,
      summary: 'Take a provider out of the catalogue',
      answers: DONE,
    }),
    async ({ call, params }, reply) => {
      await deleteProvider(db, call, params.provider)
      return reply.code(204).send()
    },
  )
  endpointRoutes(app, deps)
}

function endpointRoutes(app: FastifyInstance, deps: CatalogueDeps): void {
  app.put<Name & { Body: NewEndpoint }>(
    `${PATH}/:provider/endpoint`,
    operatorOperation('setQuotaEndpoint', {
      tag,
      summary: 'Where a provider is told what was granted; the secret of its calls is shown once',
      body: ref(NewEndpoint),
      answers: { 200: answer('The endpoint, with its secret.', ref(ProviderEndpoint)) },
    }),
    async ({ call, params, body: { url } }) => ({
      url,
      secret: await setEndpoint(deps, call, params.provider, url),
    }),
  )
  app.delete<Name>(
    `${PATH}/:provider/endpoint`,
    operatorOperation('deleteQuotaEndpoint', {
      tag,
      summary: 'No longer tell a provider',
      answers: DONE,
    }),
    async ({ call, params }, reply) => {
      await deleteEndpoint(deps.db, call, params.provider)
      return reply.code(204).send()
    },
  )
}

async function toProvider(db: Db, provider: string): Promise<CatalogueProvider> {
  const found = await findEntry(db, keyOfName(provider))
  if (!found) throw providerNotThere(provider)
  return found
}
