import { afterAll, expect } from 'vitest'
import { findTokenValues } from './token-values.ts'

/** Loaded before every test file: no answer of area A, in any test, may hold a token value it should not. */
const leaks: string[] = []
const send = globalThis.fetch

globalThis.fetch = async (...request) => {
  const response = await send(...request)
  const { pathname } = new URL(response.url)
  if (pathname.toLowerCase().startsWith('/v0.1')) {
    const headers = JSON.stringify([...response.headers])
    const found = findTokenValues(response.status, headers, await response.clone().text())
    if (found.length > 0)
      leaks.push(`${request[1]?.method ?? 'GET'} ${pathname}: ${response.status}`)
  }
  return response
}

afterAll(() => {
  // Files that follow in this process wrap it anew.
  globalThis.fetch = send
  expect(leaks).toEqual([])
})
