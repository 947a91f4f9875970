import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { useSmtp } from '../../support/mail/use-smtp.ts'
import { inspect, inspectServed } from '../looks.ts'
import { type partsOf, useNotificationStage } from './notification-stage.ts'

/** A notification by e-mail, and its receiver, who confirms and stops with the links of real mails. */
const smtp = await useSmtp()
const stage = await useNotificationStage(smtp.env, { notificationMailsPerDay: 2 })
const { pathOf, fixture } = stage
const TO = 'ines@example.com'

let ada: Page
let parts: ReturnType<typeof partsOf>
let ines: Page
let mailed: string[] = []
beforeAll(async () => {
  parts = stage.as('ada')
  ada = parts.page
  ines = await fixture.open()
})

const main = () => parts.main()
const overview = () => parts.section('Overview')
const button = (name: string) => parts.button(name)

/** The links in the next mail to the receiver. */
async function nextLink(purpose: 'confirm' | 'stop'): Promise<string> {
  const [mail] = await smtp.waitFor(1, TO)
  return new RegExp(`\\S+/receivers/${purpose}/\\S+`).exec(mail?.text ?? '')?.[0] ?? 'no link'
}

test('waits for its receiver, sends no test, and says what to do', async () => {
  await ada.goto(pathOf('notifications'))
  await button('Create notification').click()
  await parts.dialog().getByLabel('Name').fill('mail')
  await parts.dialog().getByLabel('Kind').selectOption('email')
  await parts.dialog().getByLabel('E-mail address').fill(TO)
  for (const notice of ['A quota request is completed', 'Usage reaches', 'Planned maintenance:']) {
    await parts.dialog().getByLabel(notice).check()
  }
  await parts.dialog().getByLabel('First maintenance reminder').fill('48')
  await inspect(ada, 'health-notification-mail-form')
  await stage.submit()
  await overview().getByText('Waiting for the receiver').waitFor()
  await overview().getByText('48 hours before', { exact: true }).waitFor()
  await overview().getByText('Usage reaches 80 % or 95 % of a limit').waitFor()
  const sendTest = button('Send a test')
  expect(await sendTest.getAttribute('aria-disabled')).toBe('true')
  const reason = await sendTest.getAttribute('aria-describedby')
  expect(await ada.locator(`[id="${reason}"]`).innerText()).toContain(
    'The receiver has not confirmed',
  )
  await inspect(ada, 'health-notification-mail-waiting')
  mailed = [await nextLink('confirm')]
})

test('is on when its receiver has opened the link and pressed Confirm', async () => {
  await ines.goto(mailed[0] ?? '')
  await inspectServed(ines, 'receiver-confirm')
  await ines.getByRole('button', { name: 'Confirm' }).click()
  await ines.getByRole('heading', { name: 'You have confirmed' }).waitFor()
  await inspectServed(ines, 'receiver-confirmed')
  await ada.reload()
  await overview().getByText('On', { exact: true }).waitFor()
  await button('Send a test').click()
  await main().getByText('The test was delivered').waitFor()
  mailed = [await nextLink('stop')]
})

test('is stopped by its receiver, who is asked again', async () => {
  await ines.goto(mailed[0] ?? '')
  await ines.getByRole('button', { name: 'Stop' }).click()
  await ines.getByRole('heading', { name: 'The e-mails are stopped' }).waitFor()
  await inspectServed(ines, 'receiver-stopped')
  await ada.goto(pathOf('notifications'))
  await main().getByText('Stopped by the receiver').waitFor()
  await inspect(ada, 'health-notifications-mail')
  await ada.getByRole('link', { name: 'mail', exact: true }).click()
  await overview().getByText('The receiver has stopped the e-mails').waitFor()
  await inspect(ada, 'health-notification-mail-stopped')
  await button('Ask the receiver again').click()
  await main().getByText('Confirmation e-mail sent').waitFor()
  await overview().getByText('Waiting for the receiver').waitFor()
  await ines.goto(await nextLink('confirm'))
  await ines.getByRole('button', { name: 'Confirm' }).click()
  await ines.getByRole('heading', { name: 'You have confirmed' }).waitFor()
  await ada.reload()
  await overview().getByText('On', { exact: true }).waitFor()
})

test('an event beyond the e-mails of the day is held, and its attempt says why', async () => {
  await stage.publish('Slow writes')
  await stage.publish('Slow reads')
  await main().getByText('Held', { exact: true }).waitFor()
  await button('1 attempt: no response').click()
  await parts.dialog().getByText('The subscription has reached its limit of').waitFor()
  await inspect(ada, 'health-notification-mail-held')
  await parts.dialog().getByRole('button', { name: 'Close' }).click()
})

test('a link that was replaced says that it did nothing', async () => {
  await ines.goto(mailed[0] ?? '')
  await ines.getByText('No e-mails were started or stopped.').waitFor()
  await inspectServed(ines, 'receiver-ended')
  fixture.ignoreErrors(/404/)
})
