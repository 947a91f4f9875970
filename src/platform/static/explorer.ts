import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { RequestError } from '../errors.ts'
import { PAGE_HEADERS, sendPageHeaders } from '../http/server/transport.ts'
import { answerExplorerSignIn, TAKE_ANSWER } from './explorer-sign-in.ts'
import { findHome } from './home-page.ts'

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="190" height="40" viewBox="0 0 190 40">
<circle cx="20" cy="20" r="15" fill="none" stroke="#fff" stroke-width="2.5"/>
<path d="M20 8l4.5 12L20 32l-4.5-12z" fill="#fff"/><path d="M20 8l4.5 12h-9z" fill="#f5a623"/>
<text x="46" y="28" font-family="sans-serif" font-size="24" font-weight="600" fill="#fff">Binnacle</text>
</svg>`

/**
 * What the address names is filled in where a parameter has that name, as `?owner_name=ada` does. The query
 * then goes: the page works out from its address where a sign-in returns to, and gets it wrong with one.
 */
const FROM_ADDRESS = `
const known = new URLSearchParams(location.search)
if (location.search) history.replaceState(null, '', location.pathname + location.hash)
const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
new MutationObserver(() => {
  for (const field of document.querySelectorAll('tr[data-param-name][data-param-in="path"] input')) {
    const value = known.get(field.closest('tr').dataset.paramName)
    if (value === null || field.dataset.filledIn) continue
    field.dataset.filledIn = 'true'
    write.call(field, value)
    for (const type of ['input', 'focusout']) field.dispatchEvent(new Event(type, { bubbles: true }))
  }
}).observe(document, { childList: true, subtree: true })
`

type Addresses = Readonly<Record<'publicUrl' | 'baseUrl' | 'managementUrl' | 'authUrl', string>>
const listOrigins = (...urls: string[]) =>
  [...new Set(urls.map((url) => new URL(url).origin))].join(' ')

const PUBLIC = { config: { access: { public: true } }, schema: { hide: true } } as const

/** The documents that the areas describe themselves with. */
export function openApiDocuments(
  app: FastifyInstance,
  documents: Readonly<Record<string, () => object>>,
): void {
  for (const [name, document] of Object.entries(documents)) {
    app.get(`/openapi/${name}.json`, PUBLIC, async (_request, reply) => {
      return reply.headers(PAGE_HEADERS).send(document())
    })
  }
}

/** Swagger UI at `/explorer`, over the documents the areas describe themselves with. */
async function openExplorer(
  documents: Readonly<Record<string, () => object>>,
  { baseUrl, managementUrl, authUrl }: Addresses,
): Promise<FastifyInstance> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  const app = Fastify({ routerOptions: { caseSensitive: false } })
  sendPageHeaders(app)
  answerExplorerSignIn(app)
  // The plugin wants a document of its own to offer; ours are offered through `urls` instead.
  const own = { openapi: '3.1.0', info: { title: 'Binnacle', version: '' }, paths: {} }
  await app.register(swagger, { mode: 'static', specification: { document: own as never } })
  await app.register(swaggerUi, {
    routePrefix: '/explorer',
    staticCSP: [
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
      `font-src 'self'; connect-src 'self' ${listOrigins(baseUrl, managementUrl, authUrl)}`,
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ].join('; '),
    theme: {
      title: 'Binnacle API explorer',
      js: [
        { filename: 'from-address.js', content: FROM_ADDRESS },
        { filename: 'take-answer.js', content: TAKE_ANSWER },
      ],
    },
    logo: { type: 'image/svg+xml', content: Buffer.from(LOGO), href: '/explorer/' },
    // For the areas whose scheme is OAuth 2.0: the client that comes with Binnacle for this page.
    initOAuth: { clientId: 'explorer', scopes: ['user_impersonation'] },
    uiConfig: {
      urls: Object.keys(documents).map((name) => ({ name, url: `/openapi/${name}.json` })),
      // The token would otherwise be written to the browser's storage.
      persistAuthorization: false,
      tryItOutEnabled: true,
      displayOperationId: true,
    } as never,
  })
  return app
}

/** Swagger UI and its files are loaded when somebody first opens it: most servers never show it. */
function explorerRoutes(
  app: FastifyInstance,
  documents: Readonly<Record<string, () => object>>,
  addresses: Addresses,
): void {
  let opened: Promise<FastifyInstance> | undefined
  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const home = findHome(request, addresses.publicUrl)
    if (home !== undefined) return reply.redirect(home)
    opened ??= openExplorer(documents, addresses).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    const { method, url, headers } = request
    const page = await (await opened).inject({ method: method as 'GET' | 'HEAD', url, headers })
    if (page.statusCode === 404) return reply.callNotFound()
    const { connection, date, ...rest } = page.headers
    return reply.code(page.statusCode).headers(rest).send(page.rawPayload)
  }
  for (const path of ['/explorer', '/explorer/*']) app.get(path, PUBLIC, answer)
}

const explorerOff = () =>
  new RequestError(
    'not-found',
    'ExplorerOff',
    'The API explorer is turned off on this server. The OpenAPI documents list the operations, for example /openapi/app-management.json.',
  )

/** Messages of errors name the explorer: whoever follows them learns where the operations are listed instead. */
function refuseExplorer(app: FastifyInstance): void {
  for (const path of ['/explorer', '/explorer/*']) {
    app.get(path, PUBLIC, () => {
      throw explorerOff()
    })
  }
}

/** Without it, its address tells so. */
export function mountExplorer(
  app: FastifyInstance,
  isOn: boolean,
  documents: Readonly<Record<string, () => object>>,
  addresses: Addresses,
): void {
  if (isOn) explorerRoutes(app, documents, addresses)
  else refuseExplorer(app)
}

/** Without a portal the explorer is what there is to look at. */
export function showExplorerFirst(app: FastifyInstance): void {
  app.get('/', PUBLIC, (_request, reply) => reply.headers(PAGE_HEADERS).redirect('/explorer/'))
}
