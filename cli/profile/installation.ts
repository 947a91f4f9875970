import { readFile } from 'node:fs/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { toApiError, toNoAnswer } from '../../client/api-error.ts'
import { EXIT, Failure, usage } from '../failure.ts'

/** Where the areas of an installation are, and under which name. */
export type Installation = Readonly<{
  server: string
  baseUrl: string
  managementUrl: string
  vendor: string
}>

/** Area A and operators take one audience, areas B and C another. */
export type Audience = 'account' | 'management'

export const audiencesOf = ({
  baseUrl,
  managementUrl,
}: Installation): Record<Audience, string> => ({
  account: `${baseUrl}/v0.1`,
  management: managementUrl,
})

type Document = { servers?: { url?: string }[]; paths?: Record<string, unknown> }

const VENDOR = /\/providers\/([^/]+)\.Capacity\//

/** Read from the documents every server publishes about itself. */
export async function readInstallation(server: string): Promise<Installation> {
  const [accounts, quota] = await Promise.all([
    readJson(`${server}/openapi/app-management.json`),
    readJson(`${server}/openapi/quota.json`),
  ])
  const paths = Object.keys(quota.paths ?? {}).join('\n')
  return {
    server,
    baseUrl: addressIn(accounts, server),
    managementUrl: addressIn(quota, server),
    vendor: VENDOR.exec(paths)?.[1] ?? 'Microsoft',
  }
}

function addressIn({ servers = [] }: Document, server: string): string {
  const named = servers.at(-1)?.url?.replace(/\/$/, '')
  if (!named) return server
  if (isSafe(named)) return named
  throw new Failure(
    EXIT.failed,
    'UnsafeAddress',
    `The server at ${server} reports the address ${JSON.stringify(named)}, which does not use https and is not on this machine. No token was sent.`,
    'Ask its operator to set PUBLIC_URL and MANAGEMENT_URL to https addresses.',
  )
}

async function readJson(url: string): Promise<Document> {
  const response = await fetch(url).catch((error) => {
    throw toNoAnswer(error)
  })
  if (response.status === 404) {
    throw new Failure(
      EXIT.failed,
      'NotBinnacle',
      `${new URL(url).origin} is not a Binnacle server: ${new URL(url).pathname} was not found.`,
      'Check the address in --server.',
    )
  }
  if (!response.ok) throw await toApiError(response)
  return (await response.json()) as Document
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Tokens cross a network over https only. */
function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
}

/** An address without a path. */
export function toServer(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw usage(
      `${text} is not a valid server address.`,
      'Use an address such as https://binnacle.example.com',
    )
  }
  const { origin } = new URL(text)
  if (!isSafe(text)) {
    throw usage(
      `${origin} uses plain http, so others on the network could read your token.`,
      'Use https. Plain http is allowed only for servers on this machine.',
    )
  }
  return origin
}

/** For the rest of this process; as well as the authorities everybody knows. */
export async function trustAuthority(file: string): Promise<void> {
  let certificates: string
  try {
    certificates = await readFile(file, 'utf8')
  } catch (error) {
    const { message } = error as Error
    throw usage(`The certificates could not be read: ${message}.`, 'Check the file in --ca.')
  }
  setDefaultCACertificates([...getCACertificates('default'), certificates])
}
