export type Token = Readonly<{
  kind: 'word' | 'text' | 'unclosed text' | '(' | ')' | ',' | 'end'
  start: number
  end: number
}>

const PIECE = /[(),']|[^ \t(),']+/g

/** The pieces of a filter, the last of them its end. Whatever is no mark and no blank is part of a word. */
export function listTokens(text: string): Token[] {
  const piece = new RegExp(PIECE)
  const tokens: Token[] = []
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    const token = toToken(text, match[0], match.index)
    tokens.push(token)
    piece.lastIndex = token.end
  }
  tokens.push({ kind: 'end', start: text.length, end: text.length })
  return tokens
}

function toToken(text: string, piece: string, start: number): Token {
  if (piece === "'") return toText(text, start)
  const kind = piece === '(' || piece === ')' || piece === ',' ? piece : 'word'
  return { kind, start, end: start + piece.length }
}

function toText(text: string, start: number): Token {
  let quote = text.indexOf("'", start + 1)
  while (quote !== -1 && text[quote + 1] === "'") quote = text.indexOf("'", quote + 2)
  return quote === -1
    ? { kind: 'unclosed text', start, end: text.length }
    : { kind: 'text', start, end: quote + 1 }
}

/** What a quoted text says: two quotes within it are one. */
export function unquote(text: string): string {
  return text.slice(1, -1).replaceAll("''", "'")
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
