import type { Locator, Page, Request } from 'playwright-core'
import type { useDatabase } from '../support/database/use-database.ts'
import { insertPassword } from '../support/http/signed-in.ts'
import { insertApp, insertOrganization, insertPerson } from '../support/world/world.ts'

type Database = ReturnType<typeof useDatabase>['db']

/** ada manages the app, dev develops it, vic views it, olga is an admin of its organization, mem a member. */
export async function insertMembers(db: Database) {
  const people: Record<string, Awaited<ReturnType<typeof insertPerson>>> = {}
  for (const name of ['ada', 'dev', 'vic', 'olga', 'mem']) {
    people[name] = await insertPerson(db, name)
    await insertPassword(db, people[name].id)
  }
  const id = (name: string) => people[name]?.id ?? ''
  const members = { [id('olga')]: 'admin', [id('mem')]: 'member' } as const
  const org = await insertOrganization(db, members, 'harbour')
  const roles = { [id('ada')]: 'manager', [id('dev')]: 'developer', [id('vic')]: 'viewer' } as const
  const app = await insertApp(db, org, roles, 'tide')
  const own = { id: id('ada'), name: 'ada', kind: 'user' } as const
  return { org, app, ownApp: await insertApp(db, own, {}, 'pilot'), id }
}

export const TOKENS = '/orgs/harbour/apps/tide/tokens'

export const createDialog = (page: Page) => page.getByRole('dialog', { name: 'Create API token' })
export const valueDialog = (page: Page) => page.getByRole('alertdialog', { name: /^API token “/ })
export const valueField = (page: Page) => valueDialog(page).getByLabel('Token value')

export async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create API token' }).click()
  await createDialog(page).getByLabel('Name').waitFor()
}

/** Right after the sign-in, the portal also asks for tokens of its own. */
const isCreation = (request: Request) =>
  request.method() === 'POST' && request.url().endsWith('/api_tokens')

type Access = 'Full access' | 'Read-only'

/** Fills in the form and sends it; answers with the value that the server made. */
export async function createToken(page: Page, name: string, access: Access): Promise<string> {
  await openForm(page)
  const dialog = createDialog(page)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('radio', { name: access }).check()
  return sendForm(page, dialog)
}

export async function sendForm(page: Page, dialog: Locator): Promise<string> {
  const [response] = await Promise.all([
    page.waitForResponse((answer) => isCreation(answer.request())),
    dialog.getByRole('button', { name: 'Create API token' }).click(),
  ])
  const { api_token } = await response.json()
  await valueField(page).waitFor()
  return api_token
}

/** The form that starts with what the token of this row has. */
export async function openReplacement(page: Page, row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: /^Replace / }).click()
  const form = page.getByRole('dialog', { name: /^Replace / })
  await form.getByLabel('Name').waitFor()
  return form
}

/** What is asked once the new value was shown: whether the old token goes. */
export async function closeQuestion(page: Page, answer: 'Cancel' | 'Revoke 1 token') {
  const question = page.getByRole('alertdialog', { name: /^Revoke / })
  await question.getByRole('button', { name: answer }).click()
  await question.waitFor({ state: 'detached' })
}

export async function copyAndClose(page: Page): Promise<void> {
  const dialog = valueDialog(page)
  await dialog.getByRole('button', { name: 'Copy token value' }).click()
  await dialog.getByRole('button', { name: 'Copied' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
}
