import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openHealth } from '../../support/server/health-calls.ts'
import { inspect } from '../looks.ts'
import { press, tabTo, type, usePortalFixture } from '../portal-fixture.ts'

const fixture = await usePortalFixture({ env: { RATE_LIMITS: 'false' } })
const { origin } = fixture
const health = openHealth(fixture.installation)

let ada: Page
let trackingId = ''

beforeAll(async () => {
  await health.addOperator()
  const { ada: operator } = await fixture.insertPeople('ada', 'rex')
  await fixture.database.db
    .updateTable('account')
    .set({ is_operator: true })
    .where('id', '=', operator.id)
    .execute()
  await health.addSubscription('harbour', {}, [
    ['Storage', 'West US'],
    ['Storage', 'East US'],
  ])
  await health.addSubscription('quay', {}, [['Storage', 'West US']])
  await health.addSubscription('pier', {}, [['Cache', 'East US']])
  const old = await health.publish({
    eventType: 'HealthAdvisory',
    properties: { title: 'Old API ends', eventLevel: 'Informational' },
  })
  await health.revise(old, 'resolve', { summary: 'It ended.' })
  ada = await fixture.openSignedIn('ada', '/apps')
})

const main = () => ada.getByRole('main')
const section = (name: string) => ada.getByRole('region', { name, exact: true })
const button = (name: string | RegExp) => ada.getByRole('button', { name })
const rowsOf = async (name: string) => {
  const rows = await ada.getByRole('table', { name }).getByRole('row').allInnerTexts()
  return rows.slice(1).map((row) => row.replaceAll(/\s+/g, ' '))
}

describe('the list', () => {
  test('has every event, filtered and sorted by the address', async () => {
    await health.publish({
      trackingId: 'FOG',
      properties: { title: 'Fog', eventLevel: 'Critical' },
    })
    await ada.getByRole('link', { name: 'Operate' }).click()
    await ada.waitForURL(`${origin}/operate/events`)
    await ada.getByRole('link', { name: 'FOG' }).waitFor()
    const [first, second] = await rowsOf('Events')
    expect(first).toMatch(/^FOG Fog Service issue Critical Active/)
    expect(second).toMatch(/Old API ends Health advisory Informational Resolved/)
    await inspect(ada, 'operate-events')
    await ada.getByLabel('Filter events').fill('resolved')
    await expect.poll(async () => (await rowsOf('Events')).length).toBe(1)
    expect(new URL(ada.url()).searchParams.get('filter')).toBe('resolved')
  })
})

describe('composing by keyboard alone', () => {
  test('shows the event as a reader sees it, and whom it reaches', async () => {
    await ada.goto(`${origin}/operate/events`)
    await press(ada, ada.getByRole('link', { name: 'Compose event' }))
    await tabTo(ada, ada.getByLabel('Level'))
    await ada.keyboard.type('Crit')
    await type(ada, ada.getByRole('textbox', { name: 'Title' }), 'Slow writes')
    await type(ada, ada.getByRole('textbox', { name: 'Summary' }), 'Writes take up to 40 s.')
    await main().getByText('Enter a service.').waitFor()
    await type(ada, ada.getByRole('combobox', { name: 'Service' }), 'Storage')
    await ada.getByText('This event will reach 2 subscriptions.').waitFor()
    await type(ada, ada.getByLabel('Regions, separated by commas'), 'West US, East US')
    await ada.getByText('harbour, quay.').waitFor()
    const preview = section('Preview')
    await preview.getByRole('heading', { name: 'Slow writes' }).waitFor()
    for (const shown of ['Writes take up to 40 s.', 'Critical', 'Service issue', 'West US']) {
      await preview.getByText(shown, { exact: true }).first().waitFor()
    }
    await inspect(ada, 'operate-compose')
  })

  test('a reload keeps the draft', async () => {
    await ada.reload()
    await ada.getByText('harbour, quay.').waitFor()
    expect(await ada.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Slow writes')
  })

  test('names that nobody knows are refused until they are meant', async () => {
    await press(ada, button('Add a service'))
    const second = ada.getByRole('group', { name: 'Service 2' })
    await tabBackTo(second.getByRole('combobox', { name: 'Service' }))
    await ada.keyboard.type('Storrage')
    await ada.getByText('The reach could not be determined.').waitFor()
    await press(ada, ada.getByLabel('Register the names that are not known yet'), 'Space')
    await ada.getByText('Publishing will register these new names: Storrage.').waitFor()
    await tabBackTo(button('Remove service 2'))
    await ada.keyboard.press('Enter')
    await ada.getByText('harbour, quay.').waitFor()
    fixture.ignoreErrors(/400/)
  })

  test('asks once and publishes to those', async () => {
    await press(ada, button('Publish to 2 subscriptions'))
    const dialog = ada.getByRole('alertdialog', { name: 'Publish Slow writes?' })
    await dialog.getByText('harbour, quay').waitFor()
    await inspect(ada, 'operate-publish')
    await press(ada, dialog.getByRole('button', { name: 'Publish to 2 subscriptions' }))
    await ada.getByRole('heading', { name: 'Slow writes', level: 1 }).waitFor()
    trackingId = new URL(ada.url()).pathname.split('/').at(-1) ?? ''
    const { body } = await health.callAsOperator('GET', `/events/${trackingId}`)
    expect(body).toMatchObject({
      audience: 'footprint',
      event: { properties: { title: 'Slow writes', eventLevel: 'Critical', status: 'Active' } },
    })
  })
})

describe('an event by keyboard alone', () => {
  const regions = () => rowsOf('Services and regions')

  test('is updated in one region, and the page stays and shows it', async () => {
    await press(ada, button('Post update'))
    const dialog = ada.getByRole('dialog', { name: 'Post an update' })
    await dialog.getByRole('radio', { name: 'Some of them' }).waitFor()
    await type(ada, dialog.getByLabel('Update'), 'We replace the power supply.')
    await tabTo(ada, dialog.getByRole('radio', { name: 'All services and regions (2)' }))
    await ada.keyboard.press('ArrowDown')
    await press(ada, dialog.getByRole('checkbox', { name: 'Storage in West US' }), 'Space')
    await inspect(ada, 'operate-update')
    await press(ada, dialog.getByRole('button', { name: 'Post update for Storage in West US' }))
    await main().getByText('Posted an update for Storage in West US.').waitFor()
    const update = section('Updates').getByRole('listitem')
    expect(await update.innerText()).toMatch(/We replace the power supply\.\s+Storage in West US$/)
    await expect.poll(() => button('Post update').and(ada.locator(':focus')).count()).toBe(1)
  })

  test('is resolved in a region, then everywhere, and reopened', async () => {
    await press(ada, button('Resolve'))
    let dialog = ada.getByRole('dialog', { name: 'Resolve the event' })
    await press(
      ada,
      dialog.getByRole('radio', { name: 'All regions where the event is active (2)' }),
      'ArrowDown',
    )
    await press(ada, dialog.getByRole('checkbox', { name: 'Storage in East US' }), 'Space')
    await press(ada, dialog.getByRole('button', { name: 'Resolve Storage in East US' }))
    await main().getByText('Resolved Storage in East US.').waitFor()
    await expect
      .poll(async () => (await regions()).map((row) => row.split(' ').slice(0, 4).join(' ')))
      .toEqual(['Storage West US Active', 'Storage East US Resolved'])
    await press(ada, button('Resolve'))
    dialog = ada.getByRole('dialog', { name: 'Resolve the event' })
    await type(ada, dialog.getByLabel('Update'), 'All is well.')
    await press(ada, dialog.getByRole('button', { name: 'Resolve Storage in West US' }))
    await section('Overview').getByText('Resolved').waitFor()
    expect(await button('Resolve').getAttribute('aria-disabled')).toBe('true')
    await press(ada, button('Reopen'))
    dialog = ada.getByRole('dialog', { name: 'Reopen the event' })
    await press(ada, dialog.getByRole('button', { name: 'Reopen everywhere' }))
    await section('Overview').getByText('Active').waitFor()
  })

  test('is reviewed and marked', async () => {
    await press(ada, button('Attach review'))
    const dialog = ada.getByRole('dialog', { name: 'Attach a review' })
    await press(ada, dialog.getByRole('button', { name: 'Attach preliminary review' }))
    await dialog.getByText('Enter the text of the review.').waitFor()
    await type(ada, dialog.getByLabel('Review'), 'A disk shelf lost power.')
    await inspect(ada, 'operate-review')
    await press(ada, dialog.getByRole('button', { name: 'Attach preliminary review' }))
    await section('Preliminary post-incident review').getByText('A disk shelf').waitFor()
    await press(ada, button('Mark as false positive'))
    const question = ada.getByRole('alertdialog')
    await type(ada, question.getByLabel('Update (optional)'), 'The meter was wrong.')
    await inspect(ada, 'operate-false-positive')
    await press(ada, question.getByRole('button', { name: 'Mark as false positive' }))
    await section('Overview').getByText('False Positive').waitFor()
    expect(await button('Mark as false positive').getAttribute('aria-disabled')).toBe('true')
  })

  test('has its revisions, and two of them side by side, by the address', async () => {
    await expect.poll(async () => (await rowsOf('Revisions')).length).toBe(7)
    const [last, , , fourth] = await rowsOf('Revisions')
    expect(last).toMatch(/^7 Marked as a false positive The meter was wrong\. ada/)
    expect(fourth).toMatch(/^4 Resolved: Storage in West US All is well\./)
    // The beginning of an option: its number.
    await tabTo(ada, ada.getByLabel('Before'))
    await ada.keyboard.type('1')
    await tabTo(ada, ada.getByLabel('After'))
    await ada.keyboard.type('3')
    await expect
      .poll(() => rowsOf('Differences'))
      .toEqual([
        'Latest update: Storage in West US None We replace the power supply.',
        'Status: Storage in East US Active Resolved',
      ])
    expect(new URL(ada.url()).search).toBe('?from=1&to=3')
    await ada.reload()
    await expect.poll(async () => (await rowsOf('Differences')).length).toBe(2)
    await inspect(ada, 'operate-event')
  })

  test('that does not exist is not found', async () => {
    await ada.goto(`${origin}/operate/events/NONE-SUCH`)
    await ada.getByRole('heading', { name: 'Event not found' }).waitFor()
    fixture.ignoreErrors(/404/)
  })
})

test('somebody who is no operator has no entry, and finds nothing at the addresses', async () => {
  const rex = await fixture.openSignedIn('rex', '/apps')
  const asked: string[] = []
  rex.on('request', (request) => asked.push(request.url()))
  await rex.getByRole('link', { name: 'Quota' }).waitFor()
  expect(await rex.getByRole('link', { name: 'Operate' }).count()).toBe(0)
  for (const path of ['', '/new', `/${trackingId}`]) {
    await rex.goto(`${origin}/operate/events${path}`)
    await rex.getByRole('heading', { name: 'Page not found' }).waitFor()
  }
  await inspect(rex, 'operate-refused')
  expect(asked.filter((url) => url.includes('/operator/'))).toEqual([])
  await rex.context().close()
})

/** As Tab does, the other way. */
async function tabBackTo(target: ReturnType<Page['getByLabel']>): Promise<void> {
  await target.waitFor()
  for (let stops = 0; stops < 20; stops++) {
    if ((await target.and(ada.locator(':focus')).count()) > 0) return
    await ada.keyboard.press('Shift+Tab')
  }
  throw new Error(`Shift+Tab does not lead to ${target}`)
}
