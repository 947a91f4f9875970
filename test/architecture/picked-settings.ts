/** `{ config, db }` on the left of `=`, or as a parameter with its type. */
const DESTRUCTURING = /\{[^{}]*\}(?=: | = \w)/g
const WHOLE = /(?<!\{\} = )\bconfig\b(?!\s*[.?:])/g
const IMPORTS = /^import [^;]*? from '[^']+'$/gm
const PICKING = /^import \{ ([^}]*) \} from '\.\/\w+\/settings\.ts'$/gm
const DEFINED = /\b(?:function|const) (\w+)/g

/** Functions of other files that a source hands all settings to, and `value` where it gives them another name. */
export function findWholeSettings(source: string): string[] {
  const code = source.replaceAll(IMPORTS, '').replaceAll(DESTRUCTURING, '{}')
  // A settings file picks too: what its functions take and answer is in their types.
  const picking = [...source.matchAll(PICKING)].flatMap(([, names = '']) => names.split(/, */))
  const own = new Set([...[...code.matchAll(DEFINED)].map(([, name]) => name), ...picking])
  return [...code.matchAll(WHOLE)]
    .map(({ index }) => calleeAt(code, index))
    .filter((callee) => !own.has(callee))
}

/** The function whose arguments contain a place. */
function calleeAt(code: string, index: number): string {
  let open = 0
  for (let at = index - 1; at >= 0; at--) {
    if (code[at] === ')') open++
    if (code[at] === '(') open--
    if (open < 0) return /\w+$/.exec(code.slice(0, at))?.[0] ?? 'value'
  }
  return 'value'
}
