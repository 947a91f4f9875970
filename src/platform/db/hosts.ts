/** Scheme, user with password, hosts, and the rest. A password may contain commas, hosts contain no `@`. */
const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^@/?#]*)(.*)$/s

/** One connection address per host of an address that lists several, as libpq: `postgres://user@h1:5432,h2:5433/db`. */
export function toHostUrls(databaseUrl: string): readonly string[] {
  const [, scheme = '', user = '', , rest = ''] = PARTS.exec(databaseUrl) ?? []
  return splitHosts(databaseUrl).map((host) => `${scheme}${user}${host}${rest}`)
}

const splitHosts = (databaseUrl: string): readonly string[] =>
  (PARTS.exec(databaseUrl)?.[3] ?? '').split(',')

/** Host and port, for a message: without the password. */
export const describeHost = (hostUrl: string): string => {
  const { host, searchParams } = new URL(hostUrl)
  return searchParams.get('host') ?? host
}

const parametersOf = (databaseUrl: string): URLSearchParams =>
  new URLSearchParams(/\?([^#]*)/.exec(databaseUrl)?.[1])

/** The values of `target_session_attrs` that lead to the primary, which is what Binnacle needs. */
const SUPPORTED_ATTRIBUTES = [null, 'primary', 'read-write']

/** With `read-write`, a primary that refuses writes by its settings is not used either. */
export const needsReadWrite = (databaseUrl: string): boolean =>
  parametersOf(databaseUrl).get('target_session_attrs') === 'read-write'

/** Why this is not the address of one or more PostgreSQL servers. */
export function findDatabaseUrlProblem(databaseUrl: string): string | undefined {
  if (!PARTS.test(databaseUrl)) return undefined
  const hosts = splitHosts(databaseUrl)
  if (hosts.length > 1 && hosts.includes(''))
    return 'has an empty entry in its list of hosts. Write host:port,host:port.'
  if (!toHostUrls(databaseUrl).every((url) => URL.canParse(url)))
    return 'is not a valid URL. Percent-encode the special characters in it.'
  const parameters = parametersOf(databaseUrl)
  if (parameters.get('host')?.includes(',') || parameters.get('port')?.includes(','))
    return 'lists several hosts in a parameter. List them before the name of the database: postgres://user@host:port,host:port/database.'
  const attributes = parameters.get('target_session_attrs')
  if (!SUPPORTED_ATTRIBUTES.includes(attributes))
    return `target_session_attrs=${attributes} is not supported. Use primary or read-write, or remove it: Binnacle always connects to the primary.`
  return undefined
}

/** A comma also separates hosts, so only one before another address does here. */
export const splitUrls = (urls: string | undefined): readonly string[] =>
  urls?.split(/,\s*(?=postgres(?:ql)?:\/\/)/) ?? []

/** Why this is not the address of one replica. */
export function findReplicaUrlProblem(url: string): string | undefined {
  if (splitHosts(url).length > 1)
    return 'has several hosts in one URL. Write a URL for each replica, separated by commas.'
  return findDatabaseUrlProblem(url)
}
