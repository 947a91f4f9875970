import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'

const HOSTS_FILE = '/etc/hosts'
/** Of one name server, which is asked once. */
const DNS_TIMEOUT_MS = 3000

/** What the machine itself finds. A search holds a thread of a small pool until it ends, so it is for few names only. */
export const lookUp = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * Reads the file of hosts, then asks the name servers. Uses no thread: silent name servers of one name do not delay
 * another name. `nameServers`: instead of those of the machine.
 */
export async function queryNames(
  host: string,
  signal: AbortSignal,
  nameServers?: readonly string[],
): Promise<readonly string[]> {
  const listed = await findInHostsFile(host)
  if (listed.length > 0) return listed
  signal.throwIfAborted()
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 })
  if (nameServers) resolver.setServers(nameServers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    return await queryBoth(resolver, host)
  } finally {
    signal.removeEventListener('abort', cancel)
    resolver.cancel()
  }
}

/** Most names have addresses of one family only. */
async function queryBoth(resolver: Resolver, host: string): Promise<readonly string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (found.length === 0 && failed) throw failed.reason
  return found
}

async function findInHostsFile(host: string): Promise<string[]> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
  return lines.flatMap(([address = '', ...names]) =>
    names.some((name) => name.toLowerCase() === host) ? [address] : [],
  )
}
