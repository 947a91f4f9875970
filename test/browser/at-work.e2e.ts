import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openQuota } from '../support/server/quota.ts'
import { useNotificationStage } from './health/notification-stage.ts'

/** What the README shows first: an incident, the alert that arrived, and the quota request that waited. */
const stage = await useNotificationStage({ QUOTA_RULES: 'beyondHeadroom=ask' })
const { receiver, fixture, pathOf } = stage
const quota = openQuota(fixture.installation)

const FOLDER = process.env.PICTURES === '1' ? 'docs/images' : process.env.PICTURES
const SCHEMES = ['light', 'dark'] as const
const PROVIDER = 'Microsoft.Compute'
const CORES = { name: 'cores', displayName: 'Cores', defaultLimit: 100, headroom: 50, maximum: 500 }

type Part = Readonly<{ caption: string; looks: readonly string[] }>
const parts: Part[] = []

beforeAll(async () => {
  await quota.addOperator('oda')
  const catalogue = { locations: ['West US'], resources: [CORES] }
  await quota.callAsOperator('PUT', `/quota/providers/${PROVIDER}`, catalogue)
})

test('an incident alerts who asked for it, and a quota request waits for its decision', async () => {
  const { page, section, deliveries } = stage.as('ada')
  await stage.fill('on-call', '/hook')
  await stage.submit()
  await stage.copySecret('on-call')
  const id = await stage.publish('Slow writes to blob storage')
  const sent = deliveries().getByRole('row', { name: new RegExp(`^${id}`) })
  await sent.getByText('Delivered').waitFor()
  expect(JSON.parse(receiver.callsTo('/hook').at(-1)?.body ?? '').subject).toBe(id)
  await keep(page, 'The alert that its web hook accepted', deliveries())

  await page.goto(pathOf(''))
  const now = section('What affects you now')
  await now.getByRole('link', { name: 'Slow writes to blob storage' }).waitFor()
  await keep(page, 'The incident, as one subscription sees it', now)

  const query = `provider=${PROVIDER}&location=West%20US&resource=cores`
  await page.goto(`${fixture.origin}/quota/sub-a/new?${query}`)
  await page.getByLabel('New limit').fill('400')
  await page.getByRole('button', { name: 'Send the request' }).click()
  await page.waitForURL(/\/requests\/[0-9a-f-]{36}$/)
  const steps = page.getByRole('list', { name: 'Steps for Cores' })
  await steps.getByText('Awaiting a decision by an operator.').waitFor()
  const [waiting] = await quota.waiting('sub-a')
  if (!waiting) throw new Error('nothing waits')
  const decision = { decision: 'approve', limit: 300, reason: 'The rest comes in May.' }
  expect((await quota.decide(waiting, decision)).status).toBe(204)
  await page.getByText('Granted 300 of the 400 (Count) requested').waitFor()
  await keep(page, 'The quota request that waited for a decision', section('Cores'))
  if (FOLDER) await takePicture(page, FOLDER)
})

/** Of one part of a page, in each scheme. */
async function keep(page: Page, caption: string, part: ReturnType<Page['locator']>): Promise<void> {
  const looks: string[] = []
  for (const colorScheme of FOLDER ? SCHEMES : []) {
    await page.emulateMedia({ colorScheme })
    await expect
      .poll(() => page.evaluate('document.documentElement.style.colorScheme'))
      .toBe(colorScheme)
    looks.push((await part.screenshot()).toString('base64'))
  }
  parts.push({ caption, looks })
}

/** The parts under each other, in the order in which they happened. */
async function takePicture(page: Page, folder: string): Promise<void> {
  const [alert, incident, request] = parts
  const ordered = [incident, alert, request].filter((part) => part !== undefined)
  for (const [n, colorScheme] of SCHEMES.entries()) {
    const colours =
      n === 0 ? 'background: #fff; color: #242424' : 'background: #292929; color: #fff'
    const figures = ordered.map(
      ({ caption, looks }) => `<h2>${caption}</h2><img src="data:image/png;base64,${looks[n]}">`,
    )
    const picture = await page.context().newPage()
    await picture.setViewportSize({ width: 1080, height: 400 })
    await picture.setContent(`<style>
      body { margin: 0; padding: 8px 28px 28px; ${colours} }
      h2 { font: 15px "Liberation Sans", sans-serif; margin: 24px 0 16px; padding: 6px 12px; border-left: 4px solid #0f6cbd }
      img { display: block; max-width: 100% }
    </style>${figures.join('')}`)
    await picture.screenshot({ path: `${folder}/at-work-${colorScheme}.png`, fullPage: true })
    await picture.close()
  }
}
