/** What a call of area A answered. */
export type Answer = Readonly<{
  status: number
  headers: Headers
  /** As it came. */
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as they please
  body: any
}>

/** Calls of one server as a script would make them: a token, and JSON both ways. */
export function caller(server: { readonly url: string }) {
  return async (
    token: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const needsBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
    const sent = body ?? (needsBody ? {} : undefined)
    const isForm = sent instanceof FormData
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { 'X-API-Token': token }),
        ...(sent !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && { body: isForm ? sent : JSON.stringify(sent) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
}

/** What the API needs to know of a new API token. */
export const NEW_TOKEN = { description: 'for a test', scope: ['all'] }
