import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { hashOf, type Mutant, readData } from './faults.ts'
import { splitCondition } from './sql.ts'

type Removal = Readonly<{ start: number; end: number; replacement: string }>

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
  const isTarget = (node: ts.Node) => WRITES.test(node.getText()) || grants(node) === true
  const called = statements.filter(isTarget).map((node) => [...node.getText().matchAll(HELPER)])
  const helpers = new Set(called.flat().map(([, name = '']) => name))
  return statements.flatMap((statement) =>
    listRemovals(statement, isTarget(statement), helpers).map(({ start, end, replacement }, n) => {
      const original = source.slice(start, end)
      const id = `${file} ${nameOf(statement)} ${n + 1} ${hashOf(original)}`
      const mutated = source.slice(0, start) + replacement + source.slice(end)
      return { id, file, original, replacement, source: mutated }
    }),
  )
}

function listRemovals(statement: ts.Node, isTarget: boolean, helpers: ReadonlySet<string>) {
  const removals = new Map<number, Removal>()
  const visit = (node: ts.Node, isCondition: boolean): void => {
    const found = isTarget || isCondition ? removalsOf(node, isCondition) : []
    for (const one of found) removals.set(one.start, one)
    if (isCondition && ts.isObjectLiteralExpression(node)) return
    ts.forEachChild(node, (child) => visit(child, isCondition || helpers.has(nameOf(child))))
  }
  visit(statement, helpers.has(nameOf(statement)))
  return [...removals.values()].sort((a, b) => a.start - b.start)
}

/** `.where(…)`, `.on(…)`, the members of `and([…])`, and what SQL text joins. */
function removalsOf(node: ts.Node, isCondition: boolean): readonly Removal[] {
  if (isCondition && ts.isObjectLiteralExpression(node)) return node.properties.map(toRemoval)
  if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return removalsOfText(node, isCondition)
  if (!ts.isCallExpression(node)) return []
  const [, method = ''] = /(?:^|\.)(\w+)$/.exec(node.expression.getText()) ?? []
  if (/^(where|on)(Ref)?$/.test(method) && ts.isPropertyAccessExpression(node.expression))
    return [{ start: node.expression.expression.end, end: node.end, replacement: '' }]
  const lists = node.arguments.filter((one) => ts.isArrayLiteralExpression(one))
  return method === 'and' ? lists.flatMap(({ elements }) => elements.map(toRemoval)) : []
}

const toRemoval = (node: ts.Node): Removal => ({
  start: node.getStart(),
  end: node.end + (node.getSourceFile().text[node.end] === ',' ? 1 : 0),
  replacement: '',
})

/** They become `true`, so that a statement is left. What is quoted or inserted is masked, so that positions stay. */
function removalsOfText(node: ts.TemplateLiteral, isCondition: boolean): Removal[] {
  const from = node.getStart()
  let text = node.getText().slice(0, -1)
  for (const { expression, literal } of ts.isTemplateExpression(node) ? node.templateSpans : []) {
    const [start, end] = [expression.getFullStart() - 2 - from, literal.getStart() + 1 - from]
    text = text.slice(0, start) + '?'.repeat(end - start) + text.slice(end)
  }
  const masked = text.replaceAll(/'[^']*'/g, (quoted) => '~'.repeat(quoted.length))
  const starts = [...masked.matchAll(KEYWORDS)].map(({ index, 0: word }) => index + word.length)
  return [...(isCondition ? [1] : []), ...starts]
    .flatMap((at) => splitCondition(masked, at))
    .map(([start, end]) => ({ start: from + start, end: from + end, replacement: 'true' }))
}
