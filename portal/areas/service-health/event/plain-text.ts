/** After these the text goes on in a new line. */
const BLOCKS = 'p, div, br, li, tr, h1, h2, h3, h4, h5, h6, blockquote, pre'
const MARKUP = /<\/?[a-z][^<>]*>/i

/**
 * Texts of events may hold markup, as published clients send it. It is read as text: a document that belongs
 * to no window runs no script and loads nothing.
 */
export function toPlainText(text: string): string {
  if (!MARKUP.test(text)) return text
  const { body } = new DOMParser().parseFromString(text, 'text/html')
  for (const hidden of body.querySelectorAll('script, style')) hidden.remove()
  for (const item of body.querySelectorAll('li')) item.prepend('• ')
  for (const block of body.querySelectorAll(BLOCKS)) block.after('\n')
  return (body.textContent ?? '').replaceAll(/\n{3,}/g, '\n\n').trim()
}
