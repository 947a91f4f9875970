import { expect, test } from 'vitest'
import { isAddress, isEmail, toCounted, toEmailKey } from './address.ts'

test.each([
  ['ada@example.com', true],
  ['a+b@x', true],
  ['ada@xn--bcher-kva.example', true],
  ['ada', false],
  ['ada@', false],
  ['@x', false],
  ['a b@x', false],
  ['a@b@c', false],
  ['a\0@x', false],
  ['vi\u212ator@example.com', false],
  ['ada@bücher.example', false],
  ['ada@ｅxample.com', false],
  ['ada@example\u3002com', false],
  [`${'x'.repeat(65)}@example.com`, false],
])('%s as an e-mail: %s', (email, expected) => {
  expect(isEmail(email)).toBe(expected)
})

test.each([
  ['ada@example.com', true],
  ["o'brien+tag@mail.example.co.uk", true],
  ['juergen@xn--bcher-kva.example', true],
  ['jürgen@example.com', false],
  ['juergen@bücher.example', false],
  ['a@b', true],
  ['ada@example.com\r\nBcc: bob@example.com', false],
  ['ada@example.com,bob@example.com', false],
  ['<ada@example.com>', false],
  ['"ada bob"@example.com', false],
  ['ada@[127.0.0.1]', false],
  ['ada;bob@example.com', false],
  ['ada@example.com.', false],
  ['', false],
])('%j is an address: %s', (text, expected) => {
  expect(isAddress(text)).toBe(expected)
})

test('addresses are compared by A to Z alone, and counted without a tag', () => {
  expect(toEmailKey('Ada+Crew@Example.com')).toBe('ada+crew@example.com')
  expect(toEmailKey('vi\u212ator@example.com')).not.toBe('viktor@example.com')
  expect(toCounted('Ada+Crew@Example.com')).toBe('ada@example.com')
})
