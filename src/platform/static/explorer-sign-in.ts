import type { FastifyInstance } from 'fastify'

/** Where the page of Swagger UI lets a sign-in end. */
const REDIRECT = '/explorer/static/oauth2-redirect.html'
const SCRIPT = '/explorer/static/oauth2-redirect-answer.js'
const CHANNEL = 'binnacle explorer sign-in'
const POLICY =
  "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Signed in</title></head>
<body><p>You can close this window.</p><script src="${SCRIPT}"></script></body>
</html>
`

const ANSWER = `
const answer = new URLSearchParams(location.hash.slice(1) || location.search)
new BroadcastChannel('${CHANNEL}').postMessage(Object.fromEntries(answer))
history.replaceState(null, '', location.pathname)
window.close()
`

/**
 * On the way past an issuer the window loses the tie to the page that opened it, which the redirect page
 * of Swagger UI needs. This one tells it over a channel of the origin.
 */
export function answerExplorerSignIn(app: FastifyInstance): void {
  const bodies: Readonly<Record<string, readonly [type: string, body: string]>> = {
    [REDIRECT]: ['text/html', PAGE],
    [SCRIPT]: ['text/javascript', ANSWER],
  }
  app.addHook('onRequest', async (request, reply) => {
    const [type, body] = bodies[request.url.replace(/\?.*$/s, '')] ?? []
    if (type === undefined) return
    reply.type(`${type}; charset=utf-8`).headers({ 'content-security-policy': POLICY })
    return reply.header('cache-control', 'no-store').send(body)
  })
}

/** In the explorer: takes the answer to the sign-in that it began, and no other. */
export const TAKE_ANSWER = `
new BroadcastChannel('${CHANNEL}').onmessage = ({ data }) => {
  const begun = window.swaggerUIRedirectOauth2
  if (!begun?.state || data.state !== begun.state) return
  const { auth, redirectUrl } = begun
  delete begun.state
  const fail = (message) =>
    begun.errCb({ authId: auth.name, source: 'auth', level: 'error', message })
  if (data.error) return fail(data.error_description ?? data.error)
  if (!data.code && !data.access_token) return fail('The sign-in ended without a token.')
  if (data.code) auth.code = data.code
  begun.callback({ auth, redirectUrl, ...(data.code ? {} : { token: data, isValid: true }) })
}
`
