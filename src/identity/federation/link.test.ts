import { expect, test } from 'vitest'
import { insertPassword } from '../../../test/support/http/signed-in.ts'
import { PASSWORD } from '../../../test/support/http/signer.ts'
import { ADA, codeOf, useFederation } from '../../../test/support/server/federation.ts'
import { insertTotp, totpAt } from '../../../test/support/server/second-factor.ts'
import { insertPerson } from '../../../test/support/world/world.ts'

const { issuer, database, seal, begin, goTo, signInAt, findIdentities } = await useFederation()

async function insertWithPassword() {
  const person = await insertPerson(database.db)
  await insertPassword(database.db, person.id)
  return person
}
const accountOf = async (sub: string) =>
  (await findIdentities()).find(({ subject }) => subject === sub)?.account_id

/** Comes back from the issuer to the sign-in page, which asks for a password. */
async function comeBack() {
  const { who, page } = await begin()
  const back = await goTo(who, page)
  return { who, page: await who.visit(back.href) }
}

test('whoever proves both an identity and the account with its e-mail address connects them', async () => {
  const person = await insertWithPassword()
  issuer.signInAs({ ...ADA, sub: 'moved', email: person.email.toUpperCase() })
  const { who, page } = await comeBack()
  expect(page.text).toContain('Example confirmed that you are')
  expect(page.text).toContain('To connect the two, sign in with the password')
  const wrong = await who.submit(page, 'sign-in', { login: person.name, password: 'not the one' })
  expect([wrong.status, await accountOf('moved')]).toEqual([401, undefined])
  expect(wrong.text).toContain('To connect the two, sign in with the password')
  const right = await who.submit(wrong, 'sign-in', { login: person.name, password: PASSWORD })
  expect(codeOf(right)).toMatch(/./)
  expect(await accountOf('moved')).toBe(person.id)
  expect(codeOf(await signInAt())).toMatch(/./)
  const entries = await database.db
    .selectFrom('audit')
    .select(['action', 'after'])
    .where('scope_id', '=', person.id)
    .where('action', '=', 'account.link-identity')
    .execute()
  expect(entries).toEqual([{ action: 'account.link-identity', after: { issuer: issuer.url } }])
})

test('whoever has a second factor connects them with it, and not with the password alone', async () => {
  const person = await insertWithPassword()
  const secret = await insertTotp(database.db, seal, person.id)
  issuer.signInAs({ ...ADA, sub: 'careful', email: person.email })
  const { who, page } = await comeBack()
  const asked = await who.submit(page, 'sign-in', { login: person.name, password: PASSWORD })
  expect(asked.text).toContain('Code from your authenticator app')
  expect(await accountOf('careful')).toBeUndefined()
  const end = await who.submit(asked, 'second-factor/code', { code: totpAt(secret, Date.now()) })
  expect(codeOf(end)).toMatch(/./)
  expect(await accountOf('careful')).toBe(person.id)
})

test('the password of an account with another e-mail address connects nothing', async () => {
  const [victim, attacker] = [await insertWithPassword(), await insertWithPassword()]
  issuer.signInAs({ ...ADA, sub: 'stray', email: victim.email })
  const { who, page } = await comeBack()
  await who.submit(page, 'sign-in', { login: attacker.name, password: PASSWORD })
  expect(await accountOf('stray')).toBeUndefined()
})

test('what one sign-in has proven is not used in another', async () => {
  const person = await insertWithPassword()
  issuer.signInAs({ ...ADA, sub: 'earlier', email: person.email })
  const { who } = await comeBack()
  const next = await who.visit(`/oauth2/auth?${new URLSearchParams((await begin()).query)}`)
  expect(next.text).not.toContain('To connect the two')
  await who.submit(next, 'sign-in', { login: person.name, password: PASSWORD })
  expect(await accountOf('earlier')).toBeUndefined()
})
