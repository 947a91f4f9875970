import { expect, test } from 'vitest'
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
