import type { FastifyInstance } from 'fastify'
import { type Guard, guardRoutes } from '../../platform/http/access.ts'
import { handleErrors } from '../../platform/http/errors.ts'
import { describeArea } from '../../platform/http/openapi.ts'
import { addSchemas } from '../../platform/http/schema.ts'
import { rights } from './access.ts'
import { refuseEmptyBodies } from './empty-body.ts'
import { notServed } from './errors.ts'
import { ownerRoutes } from './owners/routes.ts'
import { UserProfile } from './owners/wire.ts'
import { appManagementErrors, DoorError, OperationError } from './wire.ts'

export type AppManagementDeps = Readonly<{
  baseUrl: string
  compatEmptyBody: boolean
  authenticate: Guard['authenticate']
  limit: Guard['limit']
}>

/** Area A. `app` is a scope of its own: nothing set here reaches the other areas. */
export async function appManagementArea(
  app: FastifyInstance,
  { baseUrl, compatEmptyBody, authenticate, limit }: AppManagementDeps,
): Promise<void> {
  app.setErrorHandler(handleErrors(appManagementErrors))
  guardRoutes(app, { authenticate, rights, limit })
  refuseEmptyBodies(app, compatEmptyBody)
  addSchemas(app, [DoorError, OperationError, UserProfile])
  await describeArea(app, {
    title: 'Binnacle: app management',
    description: 'Owners, apps, members and API tokens.',
    serverUrl: baseUrl,
    securitySchemes: {
      APIToken: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Token',
        description: 'An API token. It is a secret: whoever has it can do what you can do.',
      },
    },
  })
  ownerRoutes(app)
  for (const url of ['/v0.1', '/v0.1/*']) {
    app.all(url, { config: { access: { right: 'nothing' } }, schema: { hide: true } }, () => {
      throw notServed()
    })
  }
}
