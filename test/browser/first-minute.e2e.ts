import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROMPT, useScreen } from '../cli/screen.ts'
import { useShell } from '../cli/shell.ts'
import { closeContexts, findBrowser } from './browser.ts'

const shell = useShell()
const one = useScreen(shell, { name: 'one', columns: 132, lines: 60 })
const two = useScreen(shell, { name: 'two', columns: 132, lines: 34 })
let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await findBrowser()
  // As after "proceed anyway": the authority is the emulator's own.
  page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage()
  one.open()
  two.open()
})
afterAll(closeContexts)

/** Reads one thing of what the first terminal shows. */
const find = (shown: string, what: RegExp) => what.exec(shown)?.[1] ?? ''

test('the first minute: one command, a sign-in from the second terminal, and something to look at', async () => {
  // The usual ports may be taken.
  const banner = await one.enter(
    'binnacle dev --port 0 --tls-port 0',
    /--tenant \$AZURE_TENANT_ID$/,
  )
  const url = find(banner, /portal +(\S+)/)
  const subscription = find(banner, /Production +(\S+)/)
  await two.enter(find(banner, /(export NODE_EXTRA_CA_CERTS=\S+)/), new RegExp(`${PROMPT}$`))

  const prompt = await two.enter(
    `binnacle login --server ${url}`,
    /shows \S+,.*Press Ctrl-C to stop\.$/s,
  )
  await allow(find(prompt, /Open (\S+)/), find(banner, /ada +(\S+)/))
  await two.until(/Signed in to \S+ as ada/)

  expect(await two.enter('binnacle apps list', /harbour\/\S+\n.*❯$/s)).toContain('ada/logbook')
  const scope = `--subscription ${subscription} --provider Microsoft.Compute --location eastus`
  await two.enter(`binnacle profiles set ${scope}`, /❯$/)
  const events = await two.enter('binnacle events list', /Slow writes.*❯$/s)
  expect(events).toMatch(/Active.* ServiceIssue .*Slow writes to blob/)
  const granted = await two.enter(
    'binnacle quota request standardFSv2Family 30 --wait',
    /State +\w+\n.*❯$/s,
  )
  expect(granted).toMatch(/State +Succeeded/)
  const watched = await two.enter('binnacle events watch', /Press Ctrl-C to stop\.$/)
  expect(watched).toContain('Watching for events')

  await page.goto(url)
  await page.getByRole('link', { name: 'Tide Tables' }).waitFor()
  two.press('C-c')
  await two.until(/❯$/)
  one.press('C-c')
  await one.until(/Stopping\.\n❯$/)
}, 120_000)

async function allow(address: string, password: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Continue' }).click()
  // The code came with the address; that it is the one in the terminal, a person says.
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('E-mail or name').fill('ada')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Signed in' }).waitFor()
}
