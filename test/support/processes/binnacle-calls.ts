import { expect } from 'vitest'
import type { Binnacle } from '../../../bin/emulator.ts'

export async function signIn({ httpUrl, settings }: Binnacle, id?: string, secret?: string) {
  const response = await fetch(`${httpUrl}/${settings.AZURE_TENANT_ID}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id ?? settings.AZURE_CLIENT_ID ?? '',
      client_secret: secret ?? settings.AZURE_CLIENT_SECRET ?? '',
      scope: `${settings.BINNACLE_URL}/.default`,
    }),
  })
  return {
    authorization: `Bearer ${((await response.json()) as Record<string, string>).access_token}`,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of many operations
export type Body = any

export async function get(
  binnacle: Binnacle,
  path: string,
  headers: Record<string, string>,
): Promise<Body> {
  const response = await fetch(`${binnacle.httpUrl}${path}`, { headers })
  expect(response.status, path).toBe(200)
  return response.json()
}

export const HEALTH = 'providers/Microsoft.ResourceHealth'
export const COMPUTE = 'providers/Microsoft.Capacity/resourceProviders/Microsoft.Compute/locations'
export const EXTENSION = 'providers/Microsoft.Compute/locations'
export const below = (subscription: string | undefined, rest: string) =>
  `/subscriptions/${subscription}/${rest}`
