import type { Page } from 'playwright-core'

/** A platform authenticator that says yes at once, as after a fingerprint. */
export async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
  const listCredentials = async () =>
    (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    listCredentials,
    setVerified: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** As if both tabs were of one device. */
    async takeFrom(other: Readonly<{ listCredentials: typeof listCredentials }>): Promise<void> {
      for (const credential of await other.listCredentials())
        await session.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
  }
}
