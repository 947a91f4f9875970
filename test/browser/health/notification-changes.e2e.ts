import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { inspect } from '../looks.ts'
import { type partsOf, useNotificationStage } from './notification-stage.ts'

/** A notification that is changed, that fails, and that somebody may only read. */
const stage = await useNotificationStage()
const { receiver, fixture, pathOf, fill, submit, copySecret } = stage

let ada: Page
let parts: ReturnType<typeof partsOf>
let reader: ReturnType<typeof partsOf>
beforeAll(async () => {
  parts = stage.as('ada')
  reader = stage.as('grace')
  ada = parts.page
  await create('on-call', '/hook?code=a-secret-code')
})

const main = () => parts.main()
const button = (name: string | RegExp) => parts.button(name)
const dialog = () => parts.dialog()
const question = () => parts.question()
const section = (name: string) => parts.section(name)

async function create(name: string, path: string): Promise<void> {
  await fill(name, path)
  await submit()
  await copySecret(name)
}

describe('a web hook', () => {
  test('is turned off after a question, sends nothing, and is turned on', async () => {
    await button('Turn off').click()
    await question().getByText('new messages are not recorded').waitFor()
    await inspect(ada, 'health-notification-turn-off')
    await question().getByRole('button', { name: 'Turn off' }).click()
    await main().getByText('This notification is off because a user turned it off').waitFor()
    await expect.poll(() => button('Send a test').getAttribute('aria-disabled')).toBe('true')
    await inspect(ada, 'health-notification-off')
    await ada.goto(pathOf('notifications'))
    await main().getByText('Off because a user turned it off').waitFor()
    await ada.getByRole('link', { name: 'on-call' }).click()
    await button('Turn on').click()
    await section('Overview').getByText('On', { exact: true }).waitFor()
  })

  test('is changed, and keeps its address unless another is typed', async () => {
    await button('Change').click()
    await dialog().getByText(receiver.url('/hook?code=***')).waitFor()
    await inspect(ada, 'health-notification-change')
    await dialog().getByLabel('Filter').fill("status eq 'Active'")
    await dialog().getByLabel('An event no longer').uncheck()
    await dialog().getByRole('button', { name: 'Save changes' }).click()
    await section('Overview').getByText("status eq 'Active'").waitFor()
    expect(await section('Overview').getByText('An event no longer').count()).toBe(0)
    await button('Change').click()
    await dialog().getByLabel('Address').fill(receiver.url('/other'))
    await dialog().getByRole('button', { name: 'Save changes' }).click()
    await section('Overview').getByText(receiver.url('/other')).waitFor()
    await section('Overview').getByText("status eq 'Active'").waitFor()
  })

  test('gets a second secret, and loses the previous one after a question', async () => {
    await button('Add a second secret').click()
    await question().getByRole('button', { name: 'Copy secret' }).click()
    await question().getByRole('button', { name: 'Close' }).click()
    await section('Secret').getByText('signed with two secrets').waitFor()
    const before = receiver.callsTo('/other').length
    await button('Send a test').click()
    await expect.poll(() => receiver.callsTo('/other').length).toBe(before + 1)
    const signature = receiver.callsTo('/other').at(-1)?.headers['webhook-signature']
    expect(signature?.split(' ')).toHaveLength(2)
    await button('Delete the previous secret').click()
    await question().getByText('will start rejecting messages').waitFor()
    await question().getByRole('button', { name: 'Delete previous secret' }).click()
    await button('Add a second secret').waitFor()
  })
})

describe('a destination that fails', () => {
  test('is shown as failing, on its page and in the list, with what it answered', async () => {
    await create('broken', '/broken')
    await button('Send a test').click()
    await main().getByText('The test was not delivered').waitFor()
    await main()
      .getByText(/The destination responded with 500/)
      .waitFor()
    await section('Overview').getByText('Failing', { exact: true }).waitFor()
    await section('Overview').getByText('Next attempt').waitFor()
    await button(/Show the attempts for Test/).click()
    await dialog().getByText('<b>No disk</b> is left').first().waitFor()
    await ada.keyboard.press('Escape')
    await inspect(ada, 'health-notification-failing')
    await ada.goto(pathOf('notifications'))
    const row = ada.getByRole('row', { name: /^broken/ })
    await expect.poll(() => row.innerText()).toMatch(/Failing since .*, next attempt/s)
    await inspect(ada, 'health-notifications')
  })

  test('is deleted after a question, and the list goes on without it', async () => {
    await ada.getByRole('link', { name: 'broken' }).click()
    await button('Delete').click()
    await question().getByText('will delete the list of deliveries').waitFor()
    await question().getByRole('button', { name: 'Delete notification' }).click()
    await ada.waitForURL(pathOf('notifications'))
    await ada.getByRole('link', { name: 'on-call' }).waitFor()
    await expect.poll(() => ada.getByRole('link', { name: 'broken' }).count()).toBe(0)
  })
})

describe('a reader', () => {
  test('sees the list, and who can change it', async () => {
    const { page: grace } = reader
    await grace.goto(pathOf('notifications'))
    await grace.getByText('Only owners and contributors of this subscription').waitFor()
    await grace.getByRole('link', { name: 'on-call' }).waitFor()
    const creation = reader.button('Create notification')
    expect(await creation.getAttribute('aria-disabled')).toBe('true')
    const reason = await creation.getAttribute('aria-describedby')
    expect(await grace.locator(`[id="${reason}"]`).innerText()).toContain('Only owners')
    await creation.click({ force: true })
    expect(await reader.dialog().count()).toBe(0)
    await inspect(grace, 'health-notifications-reader')
  })

  test('sees a notification and its attempts, and can change nothing', async () => {
    const { page: grace } = reader
    await grace.getByRole('link', { name: 'on-call' }).click()
    await grace.getByText('Only owners and contributors of this subscription').waitFor()
    const names = ['Change', 'Turn off', 'Delete', 'Send a test', 'Add a second secret']
    for (const name of [...names, 'Send deliveries again']) {
      const locked = grace.getByRole('button', { name, exact: true }).first()
      expect([name, await locked.getAttribute('aria-disabled')]).toEqual([name, 'true'])
    }
    await reader
      .button(/Show the attempts for/)
      .first()
      .click()
    await reader
      .dialog()
      .getByText(/The destination responded/)
      .first()
      .waitFor()
    await grace.keyboard.press('Escape')
    await inspect(grace, 'health-notification-reader')
  })
})

test('a notification of an alert rule can be tested and read, and is changed with the rule', async () => {
  await stage.putAlertRule('/rule')
  await ada.goto(pathOf('notifications'))
  await main().getByRole('link', { name: /hook/ }).click()
  await main().getByText('This notification belongs to an alert rule.').waitFor()
  await section('Overview')
    .getByText(/activityLogAlerts\/all/)
    .waitFor()
  for (const name of ['Change', 'Turn off', 'Delete'])
    expect(await button(name).getAttribute('aria-disabled')).toBe('true')
  expect(await section('Secret').count()).toBe(0)
  await button('Send a test').click()
  await expect.poll(() => receiver.callsTo('/rule').length).toBe(1)
  await inspect(ada, 'health-notification-alert-rule')
})

test('a notification that does not exist is not found', async () => {
  await ada.goto(pathOf('notifications/nowhere'))
  await ada.getByRole('heading', { name: 'Notification not found' }).waitFor()
  fixture.ignoreErrors(/404/)
})
