import type { Quota } from '../../test/support/server/quota.ts'
import type { Holders } from './holders.ts'

/** The client uses the former secret, then the new one; then the former one ends. */
export async function rotateClientSecret(quota: Quota, holders: Holders): Promise<string[]> {
  const former = holders.secretOfClient()
  const { body } = await quota.callAsOperator('POST', '/clients/rotated/secrets')
  await holders.everybodySeen()
  holders.useSecret(body.client_secret)
  await holders.everybodySeen()
  const deleted = await quota.callAsOperator('DELETE', '/clients/rotated/secrets/previous')
  if (deleted.status !== 204) return [`delete the previous secret: ${deleted.text}`]
  return (await holders.getServiceToken(former)) ? ['the former secret of the client works'] : []
}

/** The provider verifies with the former secret, then with the new one. */
export async function rotateProviderSecret(quota: Quota, { known, everybodySeen }: Holders) {
  const path = '/quota/providers/Microsoft.Compute/endpoint/secrets'
  const { body } = await quota.callAsOperator('POST', path)
  await everybodySeen()
  known.secret = body.secret
  await everybodySeen()
  const { status, text } = await quota.callAsOperator('DELETE', `${path}/previous`)
  await everybodySeen()
  return status === 204 ? [] : [`delete the previous secret: ${text}`]
}
