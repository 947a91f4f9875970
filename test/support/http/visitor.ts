/** Follows redirects and keeps cookies as a browser does, over real HTTP, and tells what it met. */
export type Visited = Readonly<{
  status: number
  /** Where the last answer was fetched from, or a redirect that leads away from the service. */
  url: URL
  text: string
  headers: Headers
}>

/** `nodes`: addresses that answer in turn for the one origin everybody uses. */
export function makeVisitor(origin: string, nodes: readonly string[]) {
  const cookies = new Map<string, string>()
  const met = { cookies: new Set<string>(), addresses: new Set<string>() }
  let turn = 0

  async function once(url: URL, init: RequestInit): Promise<Response> {
    met.addresses.add(url.href)
    const node = nodes[turn++ % nodes.length] ?? ''
    const sent = [...cookies].filter(([key]) => url.pathname.startsWith(key.split(' ')[1] ?? '/'))
    const response = await fetch(`${node}${url.pathname}${url.search}`, {
      ...init,
      redirect: 'manual',
      headers: {
        ...init.headers,
        cookie: sent.map(([key, value]) => `${key.split(' ')[0]}=${value}`).join('; '),
      },
    })
    for (const line of response.headers.getSetCookie()) keep(line)
    return response
  }

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const path = attributes.find((attribute) => attribute.startsWith('path='))?.slice(5) ?? '/'
    const at = pair.indexOf('=')
    const key = `${pair.slice(0, at)} ${path}`
    if (pair.slice(at + 1) === '') cookies.delete(key)
    else {
      cookies.set(key, pair.slice(at + 1))
      met.cookies.add(pair.slice(at + 1))
    }
  }

  async function visit(address: string, init: RequestInit = {}): Promise<Visited> {
    let url = new URL(address, origin)
    let response = await once(url, init)
    for (let hops = 0; hops < 10; hops++) {
      const location = response.headers.get('location')
      if (!location) break
      const next = new URL(location, url)
      if (next.origin !== origin) {
        return { status: response.status, url: next, text: '', headers: response.headers }
      }
      url = next
      response = await once(url, {})
    }
    const text = await response.text()
    return { status: response.status, url, text, headers: response.headers }
  }

  return {
    cookies,
    /** Every value of a cookie and every address on the way, also those of the past. */
    met,
    visit,
    /** Sends the form of a page whose action ends so. */
    submit(page: Visited, action: string, fields: Record<string, string> = {}): Promise<Visited> {
      const [, target] = new RegExp(`action="([^"]*/${action}[^"]*)"`).exec(page.text) ?? []
      if (!target) throw new Error(`no form ends with ${action} on:\n${page.text}`)
      const init = { method: 'POST', body: new URLSearchParams(fields), headers: { origin } }
      return visit(target, init)
    },
  }
}
