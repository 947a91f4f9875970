import { expect, test } from 'vitest'
import {
  type Authenticator,
  makeAuthenticator,
} from '../../../../test/support/http/authenticator.ts'
import { sendRaw } from '../../../../test/support/http/send-raw.ts'
import { codeOf } from '../../../../test/support/server/federation.ts'
import { ORIGIN } from '../../../../test/support/server/health-calls.ts'
import {
  codesIn,
  optionsIn,
  useSecondFactors,
} from '../../../../test/support/server/second-factor.ts'

const stage = useSecondFactors()
const { newBrowser, newPerson, typePassword } = stage
type Page = Awaited<ReturnType<typeof typePassword>>
type Visitor = ReturnType<typeof newBrowser>

/** Somebody with a passkey, and the browser in which it was set up. */
async function newPersonWithPasskey(isOperator = false) {
  const person = await newPerson(isOperator)
  const key = makeAuthenticator(ORIGIN)
  const owner = newBrowser()
  const next = await typePassword(owner, person)
  const page = isOperator ? next : await owner.visit('/oauth2/security')
  await owner.submit(page, 'enrol/passkey', { answer: key.register(optionsIn(page)), name: '' })
  return { person, key, owner }
}

const give = (who: Visitor, page: Page, answer: string) =>
  who.submit(page, 'second-factor/passkey', { answer })

async function open(person: Parameters<typeof typePassword>[1]) {
  const who = newBrowser()
  const page = await typePassword(who, person)
  return { who, page, options: optionsIn(page) }
}

test('replay: an assertion is accepted once, in the sign-in that it was made for', async () => {
  const { person, key } = await newPersonWithPasskey()
  const [one, two] = [await open(person), await open(person)]
  const answer = key.assert(one.options)
  expect((await give(two.who, two.page, answer)).status).toBe(401)
  expect(codeOf(await give(one.who, one.page, answer))).toMatch(/./)
  const third = await open(person)
  expect((await give(third.who, third.page, answer)).status).toBe(401)
})

test('replay: a challenge ends with the first answer, right or wrong, and after 5 minutes', async () => {
  const { person, key } = await newPersonWithPasskey()
  const first = await open(person)
  const wrong = key.assert(first.options, { origin: 'https://evil.example' })
  await give(first.who, first.page, wrong)
  expect((await give(first.who, first.page, key.assert(first.options))).status).toBe(401)
  const second = await open(person)
  stage.clock.aheadMs += 6 * 60_000
  expect((await give(second.who, second.page, key.assert(second.options))).status).toBe(401)
})

test('wrong origin or RP id: of another site, also when an assertion is signed', async () => {
  const { person, key } = await newPersonWithPasskey()
  for (const changes of [
    { origin: 'https://evil.example' },
    { origin: `${ORIGIN}.evil.example` },
    { rpId: 'evil.example' },
  ]) {
    const { who, page, options } = await open(person)
    const { status, text } = await give(who, page, key.assert(options, changes))
    expect([changes, status, text]).toEqual([changes, 401, expect.stringContaining('not accepted')])
  }
})

test('wrong origin or RP id: a passkey made on another site is not registered', async () => {
  const person = await newPerson()
  const who = newBrowser()
  await typePassword(who, person)
  for (const changes of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }]) {
    const page = await who.visit('/oauth2/security')
    const answer = makeAuthenticator(ORIGIN).register(optionsIn(page), changes)
    expect((await who.submit(page, 'enrol/passkey', { answer })).status).toBe(400)
  }
})

test('the RP id is that of the settings, whatever host a request names', async () => {
  const { person } = await newPersonWithPasskey()
  const who = newBrowser()
  const page = await typePassword(who, person)
  const cookies = [...who.cookies].map(([key, value]) => `${key.split(' ')[0]}=${value}`)
  // `fetch` does not send another host.
  const text = await sendRaw(
    stage.server.url,
    [
      `GET ${page.url.pathname} HTTP/1.1`,
      'Host: evil.example',
      'X-Forwarded-Host: evil.example',
      `Cookie: ${cookies.join('; ')}`,
      'Connection: close',
      '',
      '',
    ].join('\r\n'),
  )
  expect(optionsIn({ ...page, text }).rpId).toBe('binnacle.example')
  expect(text).not.toContain('evil')
})

test('the passkey of another account is refused, and cannot be registered twice', async () => {
  const [ada, eve] = [await newPersonWithPasskey(), await newPersonWithPasskey()]
  const { who, page, options } = await open(ada.person)
  expect((await give(who, page, eve.key.assert(options))).status).toBe(401)
  const security = await eve.owner.visit('/oauth2/security')
  const answer = ada.key.register(optionsIn(security))
  const taken = await eve.owner.submit(security, 'enrol/passkey', { answer })
  expect([taken.status, taken.text]).toEqual([400, expect.stringContaining('already registered')])
})

test('an answer to one question is none to another: setting up, giving', async () => {
  const { person, key, owner } = await newPersonWithPasskey()
  const security = await owner.visit('/oauth2/security')
  const asked = optionsIn(security)
  const { who, page, options } = await open(person)
  const forEnrolment = key.assert({ ...asked, rpId: asked.rp.id })
  expect((await give(who, page, forEnrolment)).status).toBe(401)
  const answer = makeAuthenticator(ORIGIN).register({ ...options, rp: { id: options.rpId } })
  expect((await owner.submit(security, 'enrol/passkey', { answer })).status).toBe(400)
})

test('a cloned counter is recorded and no reason to refuse', async () => {
  const { person, key } = await newPersonWithPasskey()
  const counterOf = async () => {
    const query = stage.database.db.selectFrom('passkey').select('counter')
    return (await query.where('account_id', '=', person.id).executeTakeFirstOrThrow()).counter
  }
  for (const counter of [70, 70, 3, 0]) {
    const { who, page, options } = await open(person)
    expect(codeOf(await give(who, page, key.assert(options, { counter })))).toMatch(/./)
    expect(await counterOf()).toBe(String(counter))
  }
})

test('user verification is required of operators, and of nobody else', async () => {
  const unverified = { isVerified: false }
  const sign = async ({
    person,
    key,
  }: {
    person: Parameters<typeof open>[0]
    key: Authenticator
  }) => {
    const { who, page, options } = await open(person)
    const { status } = await give(who, page, key.assert(options, unverified))
    return [options.userVerification, status]
  }
  expect(await sign(await newPersonWithPasskey(true))).toEqual(['required', 401])
  expect((await sign(await newPersonWithPasskey()))[0]).toBe('preferred')
  const { person, key } = await newPersonWithPasskey()
  const { who, page, options } = await open(person)
  expect(codeOf(await give(who, page, key.assert(options, unverified)))).toMatch(/./)
})

test('whoever becomes an operator with a key that cannot verify is told why, and has a way on', async () => {
  const person = await newPerson()
  const key = makeAuthenticator(ORIGIN)
  const owner = newBrowser()
  await typePassword(owner, person)
  const security = await owner.visit('/oauth2/security')
  const unverified = { isVerified: false }
  const old = key.register(optionsIn(security), unverified)
  const [code = ''] = codesIn(
    await owner.submit(security, 'enrol/passkey', { answer: old, name: '' }),
  )
  const change = { is_operator: true }
  await stage.database.db.updateTable('account').set(change).where('id', '=', person.id).execute()

  const { who, page, options } = await open(person)
  const refused = await give(who, page, key.assert(options, unverified))
  expect([refused.status, refused.text]).toEqual([
    401,
    expect.stringContaining(
      'An operator must use a passkey that asks for a PIN, a fingerprint or a face.',
    ),
  ])
  // A stolen key can be used without its PIN, so that it must not lead to a new factor.
  expect(refused.text).not.toContain('enrol/')
  const foreign = makeAuthenticator(ORIGIN).assert(optionsIn(refused), unverified)
  const other = await give(who, refused, foreign)
  expect(other.text).toContain('belongs to another account')

  expect(codeOf(await who.submit(other, 'recovery-code', { code }))).toMatch(/./)
  const factors = await who.visit('/oauth2/security')
  const better = makeAuthenticator(ORIGIN)
  const answer = better.register(optionsIn(factors))
  const { text } = await who.submit(factors, 'enrol/passkey', { answer, name: 'Better' })
  expect(text).toContain('<strong>Better</strong>')
  const next = await open(person)
  expect(codeOf(await give(next.who, next.page, better.assert(next.options)))).toMatch(/./)
})

test('a passkey without user verification is not registered for an operator', async () => {
  const operator = await newPerson(true)
  const who = newBrowser()
  const page = await typePassword(who, operator)
  const asked = optionsIn(page)
  expect(asked.authenticatorSelection.userVerification).toBe('required')
  const key = makeAuthenticator(ORIGIN)
  const answer = key.register(asked, { isVerified: false })
  const refused = await who.submit(page, 'enrol/passkey', { answer, name: '' })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('not accepted')])
  const query = stage.database.db.selectFrom('passkey').where('account_id', '=', operator.id)
  expect(await query.select('name').execute()).toEqual([])
  const verified = key.register(optionsIn(refused))
  const done = await who.submit(refused, 'enrol/passkey', { answer: verified, name: '' })
  expect(done.text).toContain('Your recovery codes')
})

test('answers that are no answers get 401, and nothing fails', async () => {
  const { person, key } = await newPersonWithPasskey()
  const { who, page, options } = await open(person)
  const good = JSON.parse(key.assert(options))
  for (const answer of [
    '',
    'null',
    '[]',
    '{}',
    JSON.stringify({ ...good, response: null }),
    JSON.stringify({ ...good, id: 7 }),
    JSON.stringify({ ...good, response: { ...good.response, authenticatorData: 'AA' } }),
    JSON.stringify({ ...good, response: { ...good.response, signature: '!' } }),
  ]) {
    const { status } = await give(who, page, answer)
    expect([answer, status]).toEqual([answer, 401])
  }
})
