import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSeal } from '../../src/platform/crypto/seal.ts'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { useDatabase } from '../support/database/use-database.ts'
import { openSignInIssuer } from '../support/http/sign-in-issuer.ts'
import { runBinnacle } from '../support/processes/processes.ts'
import { PORTAL } from '../support/server/federation.ts'
import { useServer } from '../support/server/server.ts'
import { closeContexts, findBrowser } from './browser.ts'
import { checkPage, NARROW } from './looks.ts'

const issuers = [await openSignInIssuer(), await openSignInIssuer()]
afterAll(() => {
  for (const issuer of issuers) issuer.close()
})
const signIns = issuers.map(({ url: issuer }, i) => ({
  issuer,
  signIn: { id: `issuer-${i + 1}`, name: `Issuer ${i + 1}`, clientId: 'binnacle' },
}))
const forApis = {
  issuer: issuers[0]?.url,
  managementAudience: 'health',
  accountAudience: 'account',
  clients: { portal: 'their-portal', cli: 'their-cli' },
}

const TRUSTED = {
  none: [],
  'one for APIs alone': [forApis],
  one: signIns.slice(0, 1),
  two: signIns,
} as const
const MAIL = { SMTP: 'url=smtp://127.0.0.1:9,from=no-reply@binnacle.example' }

type Combination = Readonly<{
  passwords: boolean
  trusted: keyof typeof TRUSTED
  mail: boolean
  secretKey: boolean
}>
const BOTH = [true, false]
const COMBINATIONS: readonly Combination[] = BOTH.flatMap((passwords) =>
  (Object.keys(TRUSTED) as (keyof typeof TRUSTED)[]).flatMap((trusted) =>
    BOTH.flatMap((mail) => BOTH.map((secretKey) => ({ passwords, trusted, mail, secretKey }))),
  ),
)
/** Without a secret key, a node with issuers or mail does not start, and says why. */
const canStart = ({ trusted, mail, secretKey }: Combination) =>
  secretKey || (trusted === 'none' && !mail)
const STARTED = COMBINATIONS.filter(canStart)
const REFUSED = COMBINATIONS.filter((each) => !canStart(each))

const database = useDatabase()
const seal = openSeal(randomBytes(32))
let browser: Browser
let pages = 0
const looked = new Set<string>()
beforeAll(async () => {
  browser = await findBrowser()
})
afterAll(async () => {
  await closeContexts()
  console.log(
    `sign-in settings: ${COMBINATIONS.length} combinations, of which ${REFUSED.length} do not start; ${pages} pages, none blank`,
  )
})

const envOf = ({ passwords, trusted, mail, secretKey }: Combination, origin: string) => ({
  PUBLIC_URL: origin,
  BUNDLED_SIGN_IN: `${passwords}`,
  TRUSTED_ISSUERS: JSON.stringify(TRUSTED[trusted]),
  ...(mail && MAIL),
  ...(secretKey && { SECRET_KEY_FILE: 'the test has opened it' }),
})

async function wordsOf(page: Page): Promise<string> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  pages++
  const words = await page.getByRole('main').innerText()
  // The same words were looked at in another combination.
  if (!looked.has(words)) await checkPage(page, 'sign-in settings')
  looked.add(words)
  return words
}

describe.each(STARTED)(
  'passwords $passwords, issuers $trusted, mail $mail, secret key $secretKey',
  async (given) => {
    const port = await findFreePort()
    const origin = `http://127.0.0.1:${port}`
    useServer({
      databaseUrl: database.url,
      ...(given.secretKey && { seal }),
      portalFolder: `${import.meta.dirname}/../../dist/portal`,
      port,
      env: envOf(given, origin),
    })
    const issuerCount = TRUSTED[given.trusted].filter((each) => 'signIn' in each).length
    const canSignIn = given.secretKey && (given.passwords || issuerCount > 0)

    async function expectWays(page: Page): Promise<void> {
      const words = await wordsOf(page)
      if (!canSignIn) {
        expect(words).toMatch(/You cannot sign in right now/)
        expect(words).toMatch(/operator|administrator/)
        return
      }
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
      expect(await page.getByLabel('Password').count()).toBe(given.passwords ? 1 : 0)
      expect(await page.getByRole('link', { name: /^Sign in with Issuer/ }).count()).toBe(
        issuerCount,
      )
    }

    test('the portal, the sign-in page and the page for a code of the command line have a way on', async () => {
      const context = await browser.newContext({ viewport: NARROW, reducedMotion: 'reduce' })
      context.setDefaultTimeout(30_000)
      const page = await context.newPage()
      await page.goto(`${origin}/apps`)
      await expectWays(page)
      const asked = { ...PORTAL, redirect_uri: `${origin}/signed-in` }
      await page.goto(`${origin}/oauth2/auth?${new URLSearchParams(asked)}`)
      await expectWays(page)
      await page.goto(`${origin}/oauth2/device`)
      const words = await wordsOf(page)
      if (canSignIn) await page.getByLabel('Code shown by the command line').waitFor()
      else expect(words).toMatch(/You cannot sign in right now/)
      await context.close()
    })
  },
)

test('what cannot start says which setting is missing', { timeout: 240_000 }, async () => {
  for (const given of REFUSED) {
    const env = { DATABASE_URL: database.url, ...envOf(given, 'http://127.0.0.1:1') }
    const { code, stderr } = await runBinnacle(['serve'], env)
    expect([given, code, stderr]).toEqual([given, 1, expect.stringContaining('SECRET_KEY_FILE')])
  }
})
