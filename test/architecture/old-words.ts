import ts from 'typescript'

/** Words of earlier names, as parts of a name; ARCHITECTURE.md has the words that replaced them. */
const OLD_WORDS = new RegExp(
  `\\b(${[
    'wish(es|ed)?|ask(able| for quota)|asking|doors?|places?|take turns|hands|patien(t|ce)|lanes?',
    'stray|answer rest|ways in|keep written|markers?|listings?|crew|is heard|talks?|dress',
    'tell(s|ing)?|told|facts?|stated|settles?|under way|bearer of|endings?',
  ].join('|')})\\b`,
)

/** In area C, what a request consists of is a sub-request. */
const PART = /\bparts?\b/

/** Settings keep their names: installations have them in their environment. Stored and answered JSON does too. */
const KEPT: readonly [name: string, files: RegExp][] = [
  ['MEMBERS_PER_PLACE', /^src\/areas\/app-management\//],
  ['facts', /^src\/areas\/service-health\/operator\/events\/(rules|actions|routes)\.ts$/],
]

/** The names of a file, and of what it declares, that hold an old word. */
export function findOldWords(file: string, source: string): string[] {
  const found = OLD_WORDS.test(toWords(file)) ? [`${file} is the name of a file`] : []
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const visit = (node: ts.Node): void => {
    const { name } = node as { name?: ts.Node }
    const isUse = ts.isPropertyAccessExpression(node)
    if (name && ts.isIdentifier(name) && !isUse && isOld(file, name.text)) {
      found.push(`${file} declares ${name.text}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind))
  return found
}

/** `askForQuota`, `ASK_FOR_QUOTA` and `ask-for-quota.ts` are the words `ask for quota`. */
const toWords = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()

const isOld = (file: string, name: string) =>
  (OLD_WORDS.test(toWords(name)) || (file.includes('quota') && PART.test(toWords(name)))) &&
  !KEPT.some(([kept, files]) => kept === name && files.test(file))
