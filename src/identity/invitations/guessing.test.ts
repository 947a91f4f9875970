import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import { createAccount, newName, useInvitations } from '../../../test/support/server/invited.ts'

const stage = await useInvitations({ RATE_LIMITS: 'anonymousBurst=30,anonymousPerSecond=1' })
const { invite, readMailedLink, newBrowser } = stage

test('secrets are not guessed: wrong ones look like used ones, and an address has only so many tries', async () => {
  await invite()
  const link = await readMailedLink()
  const who = newBrowser()
  await createAccount(who, await who.visit(link), newName())
  const wrong = `${ORIGIN}/oauth2/invitation/${randomBytes(32).toString('base64url')}`
  const visit = async (url: string) => {
    const { status, text } = await newBrowser().visit(url)
    return { status, text }
  }
  const unknown = await visit(wrong)
  expect(unknown).toEqual(await visit(link))
  expect(unknown.status).toBe(404)
  const statuses: number[] = []
  for (let n = 0; n < 40; n++) statuses.push((await visit(wrong)).status)
  expect(statuses.at(-1)).toBe(429)
})
