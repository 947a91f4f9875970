import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const sourcesOf = (pattern: string) =>
  globSync(pattern, { exclude: (path) => path.includes('node_modules') }).map(read)

test('each proof that README names is one that CI runs', () => {
  const commands = [...read('README.md').matchAll(/`((?:npm run|npx vitest) [^`]*)`/g)].map(
    ([, command = '']) => command,
  )
  const [steps, config] = [read('.ci/run'), read('vitest.config.ts')]
  const isRun = (command: string) => {
    const [, proof] = /^npm run proof -- (\S+)$/.exec(command) ?? []
    if (proof) return new RegExp(`^for proof in .*\\b${proof}\\b`, 'm').test(steps)
    const [, file] = /^npx vitest run --project gate (\S+)$/.exec(command) ?? []
    const [, gate = ''] = config.split(/const GATE = \[|\n\]/)
    return steps.includes('--project gate') && file !== undefined && gate.includes(file)
  }
  expect(commands).toHaveLength(5)
  expect(commands.filter((command) => command !== 'npm run dev' && !isRun(command))).toEqual([])
})

const CODE = '{bin,src,cli,client,portal,test,scripts,bench,proof}/**/*.{ts,tsx}'

/** Files by the end of their path, names as the code spells them; a shell command or a value is neither. */
function listUnknown(page: string): string[] {
  const quoted = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
  const files = globSync(CODE).map((file) => `/${file}`)
  const code = sourcesOf(CODE).join('\n')
  const words = new Set(code.match(/\w+/g))
  const isNamed = (text: string) =>
    !/^[\w./-]+\.tsx?$/.test(text) || files.some((f) => f.endsWith(`/${text}`))
  const isKnown = (text: string) => !/^[A-Za-z]+[a-z][A-Z]\w*$/.test(text) || words.has(text)
  return quoted.filter((text) => !isNamed(text) || !isKnown(text))
}

test('ARCHITECTURE names files and functions that exist', () => {
  const page = read('ARCHITECTURE.md')
  expect(listUnknown(page)).toEqual([])
  expect(listUnknown(`${page} \`no/such.ts\` \`noSuch${'Function'}\``)).toEqual([
    'no/such.ts',
    `noSuch${'Function'}`,
  ])
})

test('every dependency of the package is used by it', () => {
  const { dependencies } = JSON.parse(read('package.json'))
  const code = sourcesOf('{bin,src,cli,client,portal}/**/*.{ts,tsx}').join('\n')
  const unused = Object.keys(dependencies).filter((name) => !isImported(code, name))
  expect(unused).toEqual([])
  expect(isImported(code, '@fastify/type-provider-typebox')).toBe(false)
})

/** By its name or something below it. A file that is served as it is, is resolved. */
const isImported = (code: string, name: string) =>
  new RegExp(`(from|import\\(|resolve\\()\\s*'${name}(/[^']*)?'|import '${name}'`).test(code)
