import { expect, test } from 'vitest'
import { isAddress } from './address.ts'
import { toHtml, toLine, toText } from './message.ts'

const MESSAGE = {
  title: 'A <b>title</b>',
  paragraphs: ['One & "two".', "It's <script>alert(1)</script>"],
  link: { label: 'Open', url: 'https://binnacle.example/x?a=1&b="2"' },
}

test('text: title, paragraphs and the link on a line of its own', () => {
  expect(toText(MESSAGE)).toBe(
    'A <b>title</b>\n\nOne & "two".\n\nIt\'s <script>alert(1)</script>\n\nOpen:\n\nhttps://binnacle.example/x?a=1&b="2"\n',
  )
})

test('HTML: nothing of a message is markup, and nothing is loaded', () => {
  const html = toHtml(MESSAGE)
  expect(html).not.toMatch(/<script|<b>|<img|<link|src=/)
  expect(html).toContain('A &#60;b&#62;title&#60;/b&#62;')
  expect(html).toContain('href="https://binnacle.example/x?a=1&#38;b=&#34;2&#34;"')
})

test('a line has no line breaks, no control characters and no marks that turn text around', () => {
  expect(toLine('a\r\nBcc: b@c.example\u2028d\u202ee\u0000f')).toBe('a Bcc: b@c.example d e f')
})

test.each([
  ['ada@example.com', true],
  ["o'brien+tag@mail.example.co.uk", true],
  ['jürgen@bücher.example', true],
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
