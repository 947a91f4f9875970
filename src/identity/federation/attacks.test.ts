import { describe, expect, test } from 'vitest'
import { makeKey } from '../../../test/support/http/issuer.ts'
import { codeOf, useFederation } from '../../../test/support/server/federation.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'

const { issuer, other, strict, clock, begin, goTo, signInAt } = await useFederation()

describe('attacks', () => {
  const INVALID = 'IssuerAnswerInvalid'
  test.each<[string, Parameters<typeof issuer.misbehave>[0]]>([
    ['another nonce', { claims: (claims) => ({ ...claims, nonce: 'stolen' }) }],
    ['no nonce', { claims: ({ nonce: _, ...claims }) => claims }],
    ['another issuer in the token', { claims: (claims) => ({ ...claims, iss: other.url }) }],
    ['a token for another client', { claims: (claims) => ({ ...claims, aud: 'portal' }) }],
    ['another state', { back: (url) => withQuery(url, 'state', 'x') }],
    [
      'another issuer in the response (mix-up)',
      { back: (url) => withQuery(url, 'iss', other.url) },
    ],
    ['no issuer in the response', { back: (url) => withQuery(url, 'iss', undefined) }],
  ])('%s', async (_name, misbehaviour) => {
    issuer.misbehave(misbehaviour)
    const { text, url } = await signInAt()
    expect([text.includes(INVALID), codeOf({ url })]).toEqual([true, null])
  })

  test('a signature of another key', async () => {
    issuer.misbehave({ key: await makeKey('first') })
    expect((await signInAt()).text).toContain('SignatureNotVerified')
  })

  test('an answer at the address of another issuer (mix-up)', async () => {
    const { who, page } = await begin()
    const back = await goTo(who, page)
    const { text } = await who.visit(back.href.replace('/issuer/example/', '/issuer/other/'))
    expect(text).toContain('SignInExpired')
  })

  test('an answer in another browser (injected code, login CSRF)', async () => {
    const attacker = await begin()
    const back = await goTo(attacker.who, attacker.page)
    const victim = await begin()
    expect((await victim.who.visit(back.href)).text).toContain('SignInExpired')
    await goTo(victim.who, victim.page)
    expect((await victim.who.visit(back.href)).text).toContain(INVALID)
  })

  test('an answer that was used', async () => {
    const { who, page } = await begin()
    const back = await goTo(who, page)
    expect(codeOf(await who.visit(back.href))).toMatch(/./)
    expect((await who.visit(back.href)).text).toContain('SignInExpired')
  })

  test('a cookie that was changed, and one that is too old', async () => {
    const { who, page } = await begin()
    const back = await goTo(who, page)
    const [key = '', value = ''] =
      [...who.cookies].find(([name]) => name.startsWith('_issuer')) ?? []
    who.cookies.set(key, `${value.slice(0, -4)}AAAA`)
    expect((await who.visit(back.href)).text).toContain('SignInExpired')
    who.cookies.set(key, value)
    clock.aheadMs = 16 * 60_000
    expect((await who.visit(back.href)).text).toMatch(/SignInExpired|has expired/)
  })

  test('a password where there are none', async () => {
    const { who, page } = await begin(strict)
    const { status, text } = await who.visit(`${page.url.pathname}/sign-in`, {
      method: 'POST',
      headers: { origin: ORIGIN },
      body: new URLSearchParams({ login: 'ada', password: 'correct horse battery' }),
    })
    expect([status, text.includes('PasswordsOff')]).toEqual([403, true])
  })
})

function withQuery(url: URL, name: string, value: string | undefined): URL {
  if (value === undefined) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  return url
}
