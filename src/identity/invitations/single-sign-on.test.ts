import { afterAll, expect, test } from 'vitest'
import { openSignInIssuer } from '../../../test/support/http/sign-in-issuer.ts'
import { codeOf } from '../../../test/support/server/federation.ts'
import { newName, useInvitations } from '../../../test/support/server/invited.ts'

const issuer = await openSignInIssuer()
afterAll(() => issuer.close())
const trusted = {
  issuer: issuer.url,
  signIn: { id: 'example', name: 'Example', clientId: 'binnacle' },
}
const stage = await useInvitations({ TRUSTED_ISSUERS: JSON.stringify([trusted]) })

test('a copied link admits a single sign-on, with the address of the issuer', async () => {
  const sub = newName()
  issuer.signInAs({ sub, email: `${sub}@crew.example`, email_verified: true })
  await stage.invite()
  const who = stage.newBrowser()
  const page = await who.visit(await stage.copyLink())
  expect(page.text).toContain('Continue with Example')
  await who.submit(page, 'sign-in', { issuer: 'example' })
  const { url } = await stage.openPortal(who)
  const back = await fetch(url, { redirect: 'manual' })
  expect(codeOf(await who.visit(back.headers.get('location') ?? ''))).toMatch(/./)
  expect(await stage.listMembers()).toContainEqual(
    expect.objectContaining({ name: sub, email: `${sub}@crew.example` }),
  )
})
