import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { inspect } from '../looks.ts'
import { press, tabTo, type } from '../portal-fixture.ts'
import { type partsOf, useNotificationStage } from './notification-stage.ts'

/** Where a subscription is told of its events: created, tested, and what was sent. */
const stage = await useNotificationStage()
const { receiver, fixture, pathOf, publish, fill, submit, copySecret } = stage

let ada: Page
let parts: ReturnType<typeof partsOf>
beforeAll(() => {
  parts = stage.as('ada')
  ada = parts.page
})

const main = () => parts.main()
const button = (name: string | RegExp) => parts.button(name)
const dialog = () => parts.dialog()
const question = () => parts.question()
const section = (name: string) => parts.section(name)
const deliveries = () => parts.deliveries()

describe('without any', () => {
  test('the page says what a notification is, with a button and a command', async () => {
    await main().getByText('No notifications yet').waitFor()
    await main()
      .getByText(/^binnacle notifications create on-call --kind webhook/)
      .waitFor()
    await inspect(ada, 'health-notifications-empty')
  })
})

describe('a web hook', () => {
  test('is refused at the field that is wrong, in a filter at the place', async () => {
    await fill('on call', '/hook?code=a-secret-code')
    const name = dialog().getByLabel('Name')
    await submit()
    await dialog().getByText('on call cannot be the name of a notification.').waitFor()
    await expect.poll(() => name.and(ada.locator(':focus')).count()).toBe(1)
    await name.fill('on-call')
    const filter = dialog().getByLabel('Filter')
    await filter.fill('status is Active')
    await submit()
    await dialog().getByText('The filter is not valid at position 8').waitFor()
    await expect.poll(() => filter.and(ada.locator(':focus')).count()).toBe(1)
    expect(await ada.evaluate('document.activeElement.selectionStart')).toBe(7)
    await inspect(ada, 'health-notification-refused')
    await filter.fill("eventType eq 'ServiceIssue'")
    await dialog().getByLabel('Address').fill('http://example.com/hook')
    await submit()
    await dialog()
      .getByText(/^The address cannot be called\./)
      .waitFor()
    for (const notice of ['Each revision of an event', 'An event no longer']) {
      await dialog().getByLabel(notice).uncheck()
    }
    await submit()
    await dialog().getByText('Select at least one.').waitFor()
    fixture.ignoreErrors(/400/)
  })

  test('shows its secret once', async () => {
    await dialog().getByLabel('Address').fill(receiver.url('/hook?code=a-secret-code'))
    for (const notice of ['Each revision of an event', 'An event no longer']) {
      await dialog().getByLabel(notice).check()
    }
    await submit()
    await question().getByLabel('Secret').waitFor()
    await inspect(ada, 'health-notification-secret')
    await question().getByRole('button', { name: 'Close' }).click()
    await question().getByText('You have not copied the secret.').waitFor()
    await question().getByRole('button', { name: 'Go back' }).click()
    const shown = await question().getByLabel('Secret').inputValue()
    expect(shown).toMatch(/^whsec_/)
    expect(await copySecret('on-call')).toBe(shown)
    await ada.waitForURL(pathOf('notifications/on-call'))
    expect(await ada.content()).not.toContain(shown)
  })

  test('says what became of a test', async () => {
    await section('Overview').getByText(receiver.url('/hook?code=***')).waitFor()
    await main().getByText('No deliveries yet').waitFor()
    await button('Send a test').click()
    await main().getByText('The test was delivered').waitFor()
    await main()
      .getByText(/The destination responded with 202 after \d+ ms\.$/)
      .waitFor()
    await expect.poll(() => receiver.callsTo('/hook?code=a-secret-code').length).toBe(1)
    const row = deliveries().getByRole('row', { name: /^Test/ })
    await expect.poll(() => row.innerText()).toMatch(/Delivered\s+just now\s+.*1 attempt: 202/s)
  })

  test('lists an event when an operator publishes it, which leads to the event', async () => {
    const id = await publish('Slow writes')
    const row = deliveries().getByRole('row', { name: new RegExp(`^${id}`) })
    await row.getByText('Delivered').waitFor()
    expect(JSON.parse(receiver.calls.at(-1)?.body ?? '').subject).toBe(id)
    await inspect(ada, 'health-notification')
    await row.getByRole('link', { name: id }).click()
    await ada.getByRole('heading', { level: 1, name: 'Slow writes' }).waitFor()
    await ada.goBack()
  })

  test('opens the attempts of a row', async () => {
    const id = await deliveries().getByRole('link').first().innerText()
    const row = button(new RegExp(`Show the attempts for ${id}`))
    await press(ada, row)
    await dialog()
      .getByText(/The destination responded with 202/)
      .waitFor()
    await dialog().getByText('queued', { exact: true }).waitFor()
    await ada.keyboard.press('Escape')
    await expect.poll(() => row.and(ada.locator(':focus')).count()).toBe(1)
    await ada.keyboard.press('Enter')
    await dialog().getByText('queued', { exact: true }).waitFor()
    await inspect(ada, 'health-notification-attempts')
    await ada.keyboard.press('Escape')
  })

  test('sends one delivery again, and all of a span of time', async () => {
    const before = receiver.callsTo('/hook?code=a-secret-code')
    const event = before.at(-1)?.id
    const id = await deliveries().getByRole('link').first().innerText()
    await button(`Send again: ${id}`).click()
    await main().getByText(`${id} will be sent again.`).waitFor()
    const repeats = () => receiver.calls.filter((call) => call.id === event).length
    await expect.poll(repeats).toBe(2)
    await main().getByText('2 attempts: 202').waitFor()
    await button('Send deliveries again').click()
    await inspect(ada, 'health-notification-replay')
    await dialog().getByLabel('To').fill('2020-01-01T00:00')
    await dialog().getByRole('button', { name: 'Send again' }).click()
    await dialog().getByText('Enter a time after the start.').waitFor()
    await dialog().getByLabel('To').fill('')
    await dialog().getByRole('button', { name: 'Send again' }).click()
    await dialog().getByText('Enter a time.').waitFor()
    await dialog().getByLabel('To').fill(inLocalTime(2))
    await dialog().getByRole('button', { name: 'Send again' }).click()
    await main().getByText('1 delivery will be sent again.').waitFor()
    await expect.poll(repeats).toBe(3)
  })
})

test('by keyboard alone: created, tested, and an event sent again', async () => {
  await ada.goto(pathOf('notifications'))
  await press(ada, button('Create notification'))
  await type(ada, dialog().getByLabel('Name'), 'keys')
  await type(ada, dialog().getByLabel('Address'), receiver.url('/keys'))
  await press(ada, dialog().getByRole('button', { name: 'Create notification' }))
  await press(ada, question().getByRole('button', { name: 'Copy secret' }))
  await press(ada, question().getByRole('button', { name: 'Close' }))
  await press(ada, button('Send a test'))
  await main().getByText('The test was delivered').waitFor()
  expect(await button('Send again: Test').count()).toBe(0)
  const id = await publish('Slow reads')
  await press(ada, button(`Send again: ${id}`))
  await expect.poll(() => receiver.callsTo('/keys').length).toBe(3)
  await press(ada, button('Send deliveries again'))
  await tabTo(ada, dialog().getByLabel('From'))
  await press(ada, dialog().getByRole('button', { name: 'Send again' }))
  await main().getByText('1 delivery will be sent again').waitFor()
})

/** As a field for a time has it, so many minutes ahead. */
function inLocalTime(minutes: number): string {
  const now = new Date()
  const ms = now.getTime() - now.getTimezoneOffset() * 60_000 + minutes * 60_000
  return new Date(ms).toISOString().slice(0, 16)
}
