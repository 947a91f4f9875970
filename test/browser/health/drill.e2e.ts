import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openHealth } from '../../support/server/health-calls.ts'
import { inspect } from '../looks.ts'
import { usePortalFixture } from '../portal-fixture.ts'

const fixture = await usePortalFixture()
const { origin } = fixture
const health = openHealth(fixture.installation)

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

let ada: Page

beforeAll(async () => {
  await health.addOperator()
  const people = await fixture.insertPeople('ada')
  await health.addSubscription('sub-a', { [people.ada.id]: 'owner' })
  const over = await health.publish({
    properties: { title: 'Lost keys', impactStartTime: at(-50) },
  })
  await health.revise(over, 'resolve', { impactMitigationTime: at(-49) })
  ada = await fixture.openSignedIn('ada', '/health/sub-a')
})

const section = (name: string) => ada.getByRole('region', { name, exact: true })

test('a drill has a badge on every page, and is not counted', async () => {
  const readMinutes = async () => {
    await ada.goto(`${origin}/health/sub-a/history`)
    return ada.getByText(/minutes in 90 days/).innerText()
  }
  const before = await readMinutes()
  const id = await health.publish({
    audience: { kind: 'subscriptions', subscriptions: ['sub-a'] },
    isDrill: true,
    properties: { title: 'Lamps flicker', impactStartTime: at(-30) },
  })
  expect([before, await readMinutes()]).toEqual(Array(2).fill('60 minutes in 90 days'))
  await ada.goto(`${origin}/health/sub-a`)
  await ada.getByRole('heading', { name: /^All clear since/ }).waitFor()
  await section('Drills').getByText('[Drill] Lamps flicker').waitFor()
  await section('Drills').getByText('Drill', { exact: true }).waitFor()
  expect(await ada.getByRole('link', { name: '1 Service issue' }).count()).toBe(0)
  await ada.goto(`${origin}/health/sub-a/events?days=90`)
  const row = ada.getByRole('row').filter({ hasText: id })
  await row.getByText('Drill', { exact: true }).waitFor()
  await inspect(ada, 'health-drill')
  await row.getByRole('link').click()
  await ada.getByRole('heading', { name: '[Drill] Lamps flicker', level: 1 }).waitFor()
  await section('Overview').getByText('Drill', { exact: true }).waitFor()
})
