import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGE_HEADERS } from '../http/server/transport.ts'
import { findHome } from './home-page.ts'
import type { PageSettings } from './settings.ts'

const PAGE = { config: { access: { public: true } }, schema: { hide: true } } as const

export type PortalFiles = Readonly<{
  mount: (app: FastifyInstance) => Promise<void>
  /** Whether the portal has a page for a request that nobody else took; if so, it has answered. */
  answer: (request: FastifyRequest, reply: FastifyReply) => boolean
}>

type Addresses = Readonly<
  Record<'publicUrl' | 'baseUrl' | 'managementUrl' | 'portalUrl' | 'authUrl', string>
> &
  PageSettings &
  /** Whether what people send each other arrives by e-mail. */
  Readonly<{ hasMail: boolean; vendorNamespace: string }>

/** The built portal in `folder`, below the path of PORTAL_URL; nothing when it was never built. */
export function portalFiles(
  folder: string | undefined,
  config: Addresses,
  /** Addresses of other parts: what is not found below them is theirs to refuse. */
  ofOthers: RegExp,
): PortalFiles | undefined {
  const file = folder && join(folder, 'index.html')
  if (!folder || !file || !existsSync(file)) return undefined
  const base = new URL(config.portalUrl).pathname.replace(/\/$/, '')
  const page = fillIn(readFileSync(file, 'utf8'), base, config)
  const policy = policyOf(config)
  const send = (request: FastifyRequest, reply: FastifyReply) => {
    const home = findHome(request, config.portalUrl)
    return home === undefined ? sendPage(reply, page, policy) : reply.redirect(home)
  }
  return {
    mount: (app) => mount(app, folder, base, send),
    answer(request, reply) {
      if (!isPortalPage(request, base, ofOthers)) return false
      send(request, reply)
      return true
    },
  }
}

async function mount(
  app: FastifyInstance,
  folder: string,
  base: string,
  send: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: { public: true } }
  })
  app.addHook('onSend', compressForOthers())
  app.get(`${base}/`, PAGE, send)
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: `${base}/assets/`,
    // The name of a file holds a hash of what is in it.
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
    decorateReply: false,
    setHeaders: (reply) => void reply.header('x-content-type-options', 'nosniff'),
  })
}

/** Browsers read Brotli over TLS only. The rest get gzip, which is made once for each file. */
function compressForOthers() {
  const compressed = new Map<string, Promise<Buffer>>()
  return async (
    { method, headers, routeOptions, params }: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> => {
    const isWhole = method === 'GET' && reply.statusCode === 200 && payload instanceof Readable
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(
      String(headers['accept-encoding']),
    )
    if (!isWhole || !takesGzip || reply.hasHeader('content-encoding')) return payload
    const file = `${routeOptions.url} ${JSON.stringify(params)}`
    const made = compressed.get(file) ?? buffer(payload).then((bytes) => toGzip(bytes))
    if (compressed.has(file)) payload.destroy()
    compressed.set(file, made)
    // A file that could not be read is tried again by the next request.
    made.catch(() => compressed.delete(file))
    const body = await made
    reply.header('content-encoding', 'gzip').header('content-length', body.length)
    return body
  }
}

const toGzip = promisify(gzip)

function isPortalPage(
  { method, url, headers }: FastifyRequest,
  base: string,
  ofOthers: RegExp,
): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = url.replace(/\?.*$/s, '')
  const isBelow = path === base || path.startsWith(`${base}/`)
  if (!isBelow || path.startsWith(`${base}/assets/`) || ofOthers.test(path)) return false
  const { 'sec-fetch-mode': mode, accept = '' } = headers
  // A browser that goes somewhere says so; a script that lost its way wants an error it can read.
  return mode === undefined ? accept.includes('text/html') : mode === 'navigate'
}

/** A fresh nonce for each page: styles are made in the browser, and only with it are they believed. */
function sendPage(reply: FastifyReply, page: string, policy: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .code(200)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policy.replace('NONCE', nonce))
    .header('referrer-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .headers(PAGE_HEADERS)
    .send(page.replace('NONCE', nonce))
}

function policyOf(config: Addresses): string {
  const origins = [config.publicUrl, config.baseUrl, config.managementUrl, config.authUrl]
  const own = [...new Set(origins.map((address) => new URL(address).origin))].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'nonce-NONCE'",
    `connect-src 'self' ${own}`,
    "img-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    // Signing out is a form, sent to where people sign in.
    `form-action 'self' ${new URL(config.publicUrl).origin}`,
  ].join('; ')
}

const safe = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Settings are data in the page and not a script: the content security policy refuses inline scripts. */
function fillIn(html: string, base: string, config: Addresses): string {
  const settings = {
    'base-url': config.baseUrl,
    'management-url': config.managementUrl,
    vendor: config.vendorNamespace,
    'portal-url': config.portalUrl,
    issuer: `${config.publicUrl}/oauth2`,
    'explorer-url': config.explorer ? `${config.publicUrl}/explorer/` : '',
    mail: config.hasMail ? 'on' : 'off',
  }
  const lines = Object.entries(settings).map(
    ([name, value]) => `<meta name="binnacle-${name}" content="${safe(value)}">`,
  )
  return html
    .replace('<!-- settings -->', `<meta property="csp-nonce" nonce="NONCE">\n${lines.join('\n')}`)
    .replaceAll('"./assets/', `"${base}/assets/`)
}
