import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { hashOf, type Mutant, readData } from './faults.ts'
import { splitCondition } from './sql.ts'

type Cut = Readonly<{ start: number; end: number; put: string }>

const WRITES =
  /\.(updateTable|deleteFrom|doUpdateSet)\(|\bupdate\s+\S+(\s+as\s+\w+)?\s+set\b|\bdelete\s+from\b|\bdo\s+update\b/i
/** What is called or inserted as a condition has conditions of its own. */
const HELPER = /(?:\b(?:where|and|not) \$\{|\.where\(|\.and\()(\w+)[}(]/g
const KEYWORDS = /\bwhere\b|\bon\b(?! conflict)/gi
const NAME = /^(?:export )?(?:async )?(?:function|const) (\w+)/
const granting = readData<string[]>('granting')
const nameOf = (node: ts.Node) => NAME.exec(node.getText())?.[1] ?? ''

/** Each condition of an update or a delete, and of the selects that grant a right, left out. */
export const listConditionMutants = (): Mutant[] =>
  globSync('src/**/*.ts', { exclude: (path) => path.endsWith('.test.ts') })
    .sort()
    .flatMap((file) => mutateFile(file, readFileSync(file, 'utf8')))

function mutateFile(file: string, source: string): Mutant[] {
  const { statements } = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const grants = (node: ts.Node) => granting[file]?.some((one) => [nameOf(node), '*'].includes(one))
  const isAsked = (node: ts.Node) => WRITES.test(node.getText()) || grants(node) === true
  const called = statements.filter(isAsked).map((node) => [...node.getText().matchAll(HELPER)])
  const helpers = new Set(called.flat().map(([, name = '']) => name))
  return statements.flatMap((statement) =>
    listCuts(statement, isAsked(statement), helpers).map(({ start, end, put }, n) => {
      const was = source.slice(start, end)
      const id = `${file} ${nameOf(statement)} ${n + 1} ${hashOf(was)}`
      return { id, file, was, put, source: source.slice(0, start) + put + source.slice(end) }
    }),
  )
}

function listCuts(statement: ts.Node, isAsked: boolean, helpers: ReadonlySet<string>): Cut[] {
  const cuts = new Map<number, Cut>()
  const visit = (node: ts.Node, isInside: boolean): void => {
    const helps = isInside || helpers.has(nameOf(node))
    for (const cut of isAsked || helps ? cutsOf(node, helps) : []) cuts.set(cut.start, cut)
    if (helps && ts.isObjectLiteralExpression(node)) return
    ts.forEachChild(node, (child) => visit(child, helps))
  }
  visit(statement, false)
  return [...cuts.values()].sort((a, b) => a.start - b.start)
}

/** `.where(…)`, `.on(…)`, the members of `and([…])`, and what SQL text joins. */
function cutsOf(node: ts.Node, helps: boolean): readonly Cut[] {
  if (helps && ts.isObjectLiteralExpression(node)) return node.properties.map(toCut)
  if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return cutsOfText(node, helps)
  if (!ts.isCallExpression(node)) return []
  const [, method = ''] = /(?:^|\.)(\w+)$/.exec(node.expression.getText()) ?? []
  if (/^(where|on)(Ref)?$/.test(method) && ts.isPropertyAccessExpression(node.expression))
    return [{ start: node.expression.expression.end, end: node.end, put: '' }]
  const lists = node.arguments.filter((one) => ts.isArrayLiteralExpression(one))
  return method === 'and' ? lists.flatMap(({ elements }) => elements.map(toCut)) : []
}

const toCut = (node: ts.Node): Cut => ({
  start: node.getStart(),
  end: node.end + (node.getSourceFile().text[node.end] === ',' ? 1 : 0),
  put: '',
})

/** They become `true`, so that a statement is left. What is quoted or inserted is masked, so that positions stay. */
function cutsOfText(node: ts.TemplateLiteral, helps: boolean): Cut[] {
  const from = node.getStart()
  let text = node.getText().slice(0, -1)
  for (const { expression, literal } of ts.isTemplateExpression(node) ? node.templateSpans : []) {
    const [start, end] = [expression.getFullStart() - 2 - from, literal.getStart() + 1 - from]
    text = text.slice(0, start) + '?'.repeat(end - start) + text.slice(end)
  }
  const masked = text.replaceAll(/'[^']*'/g, (quoted) => '~'.repeat(quoted.length))
  const starts = [...masked.matchAll(KEYWORDS)].map(({ index, 0: word }) => index + word.length)
  return [...(helps ? [1] : []), ...starts]
    .flatMap((at) => splitCondition(masked, at))
    .map(([start, end]) => ({ start: from + start, end: from + end, put: 'true' }))
}
