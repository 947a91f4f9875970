import { type Static, Type } from 'typebox'
import { named, ref } from '../../platform/http/schema.ts'

const audiences = Type.Array(Type.String(), {
  description: 'The resource ids for which to request an access token.',
})

export type EndpointDocument = Static<typeof EndpointDocument>
export const EndpointDocument = named(
  'EndpointDocument',
  Type.Object({
    galleryEndpoint: Type.String({
      description: 'Binnacle has no gallery: the address of the API.',
    }),
    graphEndpoint: Type.String({ description: 'Binnacle has no graph: the address of the API.' }),
    portalEndpoint: Type.String(),
    authentication: Type.Object({ loginEndpoint: Type.String(), audiences }),
  }),
)

export type CloudEndpoints = Static<typeof CloudEndpoints>
export const CloudEndpoints = named(
  'CloudEndpoints',
  Type.Object({
    name: Type.String({ description: 'Always `Binnacle`.' }),
    portal: Type.String(),
    resourceManager: Type.String(),
    graph: Type.String({ description: 'Binnacle has no graph: the address of the API.' }),
    graphAudience: Type.String(),
    authentication: Type.Object({
      loginEndpoint: Type.String(),
      audiences,
      tenant: Type.String(),
      identityProvider: Type.String(),
    }),
    suffixes: Type.Object({}, { description: 'Always empty.' }),
  }),
)

/** By api-version: before 2019-05-01, before 2022-09-01, since then. */
export type Endpoints = EndpointDocument | CloudEndpoints[] | CloudEndpoints
export const Endpoints = Type.Unsafe<Endpoints>({
  anyOf: [ref(EndpointDocument), Type.Array(ref(CloudEndpoints)), ref(CloudEndpoints)],
})

export type EndpointQuery = Static<typeof EndpointQuery>
export const EndpointQuery = Type.Object({
  'api-version': Type.Optional(
    Type.String({
      description: 'The API version, such as 2015-01-01. It determines the form of the response.',
    }),
  ),
})
