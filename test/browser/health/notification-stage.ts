import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { Limits } from '../../../src/limits.ts'
import { openReceiver } from '../../support/http/receiver.ts'
import { openHealth } from '../../support/server/health-calls.ts'
import { alertRuleBodies, VERSIONS } from '../../support/world/alert-rules.ts'
import { usePortalFixture } from '../portal-fixture.ts'

/** The pages of notifications, a server that sends, and a real receiver on loopback. Ada owns the subscription, Grace reads it. */
export async function useNotificationStage(
  env: Record<string, string> = {},
  limits: Partial<Limits> = {},
) {
  const receiver = await openReceiver()
  afterAll(receiver.close)
  const fixture = await usePortalFixture({
    runsJobs: true,
    env: { OUTGOING_EXCEPTIONS: `notifications=${receiver.host}`, ...env },
    limits,
  })
  const health = openHealth(fixture.installation)
  const pages = {} as { ada: Page; grace: Page }
  let script: Awaited<ReturnType<typeof health.addReader>>
  beforeAll(async () => {
    await health.addOperator()
    const people = await fixture.insertPeople('ada', 'grace')
    script = await health.addReader()
    const roles = {
      [people.ada.id]: 'owner',
      [people.grace.id]: 'reader',
      [script.id]: 'contributor',
    } as const
    await health.addSubscription('sub-a', roles, [['Storage', 'West US']])
    receiver.answerWith(({ path }, response) => {
      if (path.startsWith('/broken')) response.writeHead(500).end('<b>No disk</b> is left')
      else response.writeHead(202).end('queued')
    })
    pages.ada = await fixture.openSignedIn('ada', '/health/sub-a/notifications')
    pages.grace = await fixture.openSignedIn('grace', '/health/sub-a/notifications')
  })
  const pathOf = (page: string) => `${fixture.origin}/health/sub-a/${page}`
  return {
    receiver,
    fixture,
    pathOf,
    as: (name: 'ada' | 'grace') => partsOf(pages[name]),
    publish: (title: string) =>
      health.publish({
        audience: { kind: 'footprint' },
        impact: [{ impactedService: 'Storage', impactedRegions: ['West US'] }],
        properties: { title, impactStartTime: new Date().toISOString() },
      }),
    putAlertRule: (path: string) => putAlertRule(fixture.origin, script.bearer, receiver.url(path)),
    /** The form for another one, filled in. */
    async fill(name: string, path: string): Promise<void> {
      const { page, button, dialog } = partsOf(pages.ada)
      await page.goto(pathOf('notifications'))
      await button('Create notification').click()
      await dialog().getByLabel('Name').fill(name)
      await dialog().getByLabel('Address').fill(receiver.url(path))
    },
    async submit(): Promise<void> {
      const { dialog } = partsOf(pages.ada)
      await dialog().getByRole('button', { name: 'Create notification' }).click()
    },
    /** Of the notification that was created; then its page is open. */
    async copySecret(name: string): Promise<string> {
      const { page, question } = partsOf(pages.ada)
      await question().getByText(`Notification “${name}” created`).waitFor()
      await question().getByRole('button', { name: 'Copy secret' }).click()
      const secret = String(await page.evaluate('navigator.clipboard.readText()'))
      await question().getByRole('button', { name: 'Close' }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      return secret
    },
  }
}

/** As a published client does: the group ops, and a rule on all events that calls its web hook. */
async function putAlertRule(origin: string, bearer: string, address: string): Promise<void> {
  const { actionGroups, activityLogAlerts } = alertRuleBodies('sub-a')
  const [hook] = actionGroups.properties.webhookReceivers
  if (hook) hook.serviceUri = address
  const bodies = { 'actionGroups/ops': actionGroups, 'activityLogAlerts/all': activityLogAlerts }
  const folder = '/subscriptions/sub-a/resourceGroups/ops/providers/Microsoft.Insights'
  for (const [name, body] of Object.entries(bodies)) {
    const version = VERSIONS[name.startsWith('action') ? 'actionGroups' : 'activityLogAlerts']
    const response = await fetch(`${origin}${folder}/${name}?api-version=${version}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  }
}

export const partsOf = (page: Page) => ({
  page,
  main: () => page.getByRole('main'),
  button: (name: string | RegExp) => page.getByRole('button', { name }),
  dialog: () => page.getByRole('dialog'),
  question: () => page.getByRole('alertdialog'),
  section: (name: string) => page.getByRole('region', { name, exact: true }),
  deliveries: () => page.getByRole('table', { name: 'Deliveries' }),
})
