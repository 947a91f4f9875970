import { vi } from 'vitest'

export const ISSUER = 'http://issuer.test'
export const MANAGEMENT = 'http://management.test'

const CONTENT: Readonly<Record<string, string>> = {
  'binnacle-issuer': ISSUER,
  'binnacle-management-url': MANAGEMENT,
  'binnacle-portal-url': 'http://portal.test',
}

function memoryStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

const PROVIDER = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  revocation_endpoint: `${ISSUER}/revoke`,
  end_session_endpoint: `${ISSUER}/sign-out`,
}

type Answer = (url: URL, headers: Headers) => Promise<Response>

/** What the session of the portal uses of a browser. Each import after it is a tab of its own. */
export function stubBrowser(answer: Answer) {
  const visited: string[] = []
  const find = (selector: string) => {
    const [, name = ''] = /name="(.*)"/.exec(selector) ?? []
    return { content: CONTENT[name] ?? '' }
  }
  const globals = {
    VERSION: 'test',
    document: { querySelector: find },
    location: {
      href: 'http://portal.test/',
      pathname: '/',
      search: '',
      hash: '',
      assign: (address: string) => void visited.push(address),
    },
    sessionStorage: memoryStorage(),
    localStorage: memoryStorage(),
    fetch: async (input: string | URL, init: RequestInit = {}) => {
      const url = new URL(input)
      if (url.pathname.startsWith('/.well-known/')) return Response.json(PROVIDER)
      return answer(url, new Headers(init.headers))
    },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  return { visited, sessionStorage: globals.sessionStorage }
}

export const answerWithToken = (accessToken: string, expiresInS = 3600) =>
  Response.json({
    access_token: accessToken,
    refresh_token: `refresh after ${accessToken}`,
    token_type: 'bearer',
    expires_in: expiresInS,
  })
