const TOKEN_VALUE = /bn[uao]_[0-9A-Za-z]{71}/g

/**
 * Token values in an answer that are not the one place where a value may stand: `api_token` in the
 * body of a 201. Headers count too.
 */
export function findTokenValues(status: number, headers: string, body: string): string[] {
  return [...headers.matchAll(TOKEN_VALUE), ...withoutOwn(status, body).matchAll(TOKEN_VALUE)].map(
    ([value]) => value,
  )
}

function withoutOwn(status: number, body: string): string {
  if (status !== 201) return body
  const { api_token: _own, ...rest } = JSON.parse(body)
  return JSON.stringify(rest)
}
