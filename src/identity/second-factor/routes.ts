import type { FastifyInstance } from 'fastify'
import { PAGE } from '../sign-in/interaction.ts'
import type { ContextDeps } from './contexts.ts'
import type { FormDeps } from './forms.ts'
import { interactionFactorRoutes } from './interaction/routes.ts'
import { makeScript } from './script.ts'
import { securityRoutes } from './security/routes.ts'

/** Pages on which people give a second factor or set one up: in a sign-in, and in the session of a browser. */
export function secondFactorRoutes(app: FastifyInstance, deps: ContextDeps & FormDeps): void {
  const script = makeScript()
  app.get('/oauth2/assets/passkeys.js', PAGE, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'max-age=3600')
      .send(script),
  )
  interactionFactorRoutes(app, deps)
  securityRoutes(app, deps)
}
