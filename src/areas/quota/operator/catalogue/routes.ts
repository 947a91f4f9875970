import { operatorOperation } from '../../../../directory/operators/operation.ts'
import type { Seal } from '../../../../platform/crypto/seal.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../../platform/http/schema.ts'
import { providerNotThere } from '../../errors.ts'
import { listProviderNames } from '../../limits/store.ts'
import { keyOfName } from '../../rules.ts'
import {
  addEndpointSecret,
  deleteEndpoint,
  deletePreviousSecret,
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

const OfProvider = pathParams('provider')

export function catalogueRoutes(app: Routes, deps: CatalogueDeps): void {
  const { db } = deps
  app.get(
    PATH,
    operatorOperation('listQuotaProviders', {
      tag,
      summary: 'List the providers in the quota catalogue',
      answers: { 200: answer('The providers.', ref(CatalogueProviderList)) },
    }),
    async () => ({ value: (await listProviderNames(db)).map((name) => ({ name })) }),
  )
  app.get(
    `${PATH}/:provider`,
    operatorOperation('getQuotaProvider', {
      tag,
      summary: 'Get the resources and locations of a provider',
      params: OfProvider,
      answers: { 200: answer('The provider.', ref(CatalogueProvider)) },
    }),
    async ({ params }) => toProvider(db, params.provider),
  )
  app.put(
    `${PATH}/:provider`,
    operatorOperation('setQuotaProvider', {
      tag,
      summary: 'Add or replace a provider with its resources and locations',
      params: OfProvider,
      body: ref(CatalogueEntry),
      answers: { 200: answer('The provider.', ref(CatalogueProvider)) },
    }),
    async ({ call, params, body }) => {
      await setProvider(deps, call, params.provider, body)
      return toProvider(db, params.provider)
    },
  )
  app.delete(
    `${PATH}/:provider`,
    operatorOperation('deleteQuotaProvider', {
      tag,
      summary: 'Remove a provider from the catalogue',
      params: OfProvider,
      answers: NO_CONTENT,
    }),
    async ({ call, params }, reply) => {
      await deleteProvider(db, call, params.provider)
      return reply.code(204).send()
    },
  )
  endpointRoutes(app, deps)
}

function endpointRoutes(app: Routes, deps: CatalogueDeps): void {
  app.put(
    `${PATH}/:provider/endpoint`,
    operatorOperation('setQuotaEndpoint', {
      tag,
      summary: 'Set the endpoint that is called when a limit is granted',
      params: OfProvider,
      body: ref(NewEndpoint),
      answers: {
        200: answer(
          'The endpoint with its secret. This is the only time the secret is shown.',
          ref(ProviderEndpoint),
        ),
      },
    }),
    async ({ call, params, body: { url } }) => ({
      url,
      secret: await setEndpoint(deps, call, params.provider, url),
    }),
  )
  app.post(
    `${PATH}/:provider/endpoint/secrets`,
    operatorOperation('addQuotaEndpointSecret', {
      tag,
      summary:
        'Create a new secret; calls are signed with the previous one too until you delete it',
      params: OfProvider,
      answers: {
        200: answer(
          'The endpoint with its new secret. This is the only time the secret is shown.',
          ref(ProviderEndpoint),
        ),
      },
    }),
    async ({ call, params }) => addEndpointSecret(deps, call, params.provider),
  )
  app.delete(
    `${PATH}/:provider/endpoint/secrets/previous`,
    operatorOperation('deletePreviousQuotaEndpointSecret', {
      tag,
      summary: 'Delete the previous secret; calls are signed with the new one alone',
      params: OfProvider,
      answers: NO_CONTENT,
    }),
    async ({ call, params }, reply) => {
      await deletePreviousSecret(deps.db, call, params.provider)
      return reply.code(204).send()
    },
  )
  app.delete(
    `${PATH}/:provider/endpoint`,
    operatorOperation('deleteQuotaEndpoint', {
      tag,
      summary: 'Remove the endpoint of a provider',
      params: OfProvider,
      answers: NO_CONTENT,
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
