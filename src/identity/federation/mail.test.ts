import { expect, test } from 'vitest'
import { codeOf, PORTAL, useFederation } from '../../../test/support/server/federation.ts'

// Nobody is there: what was written is read from the database.
const mail = {
  SMTP: 'url=smtp://127.0.0.1:9,from=no-reply@binnacle.example',
  SECRET_KEY_FILE: 'read by nobody here',
}
const { database, goTo, signInAt } = await useFederation({ env: mail })

async function countNotices(): Promise<number> {
  const rows = await database.db.selectFrom('mail').select('event').execute()
  return rows.filter(({ event }) => event.startsWith('sign-in ')).length
}

test('a sign-in at an issuer is announced if the browser is unknown and the account is not new', async () => {
  expect(codeOf(await signInAt())).toMatch(/./)
  expect(await countNotices()).toBe(0)
  const { who, ...second } = await signInAt()
  expect(codeOf(second)).toMatch(/./)
  expect(await countNotices()).toBe(1)
  // The session ends, and the browser stays.
  for (const key of [...who.cookies.keys()]) if (!key.startsWith('_known ')) who.cookies.delete(key)
  const page = await who.visit(`/oauth2/auth?${new URLSearchParams(PORTAL)}`)
  const back = await goTo(who, page)
  expect(codeOf(await who.visit(back.href))).toMatch(/./)
  expect(await countNotices()).toBe(1)
})
