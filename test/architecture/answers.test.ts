import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { Environment } from '../../src/settings.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const guide = read('docs/guides/operate.md')

/** The questions that operators asked. */
const QUESTIONS = [
  'Proxy samples',
  'Certificate reload',
  'Least grants',
  'Pooler mode',
  'Connections per node',
  'Backup with the key',
  'Order of restoring',
  'Point in time',
  'Migrate before or after nodes',
  'One release back',
  'Rollback',
  'Lock times',
  'Rotating each kind of key',
  'CPU, RAM and disk for 5,000 and 500,000 users',
  'Growth and retention',
  'Log fields',
  'Alert thresholds',
  'Clocks',
  'Disaster recovery',
  'Which paths to expose',
  'Switching the explorer off',
  'Session length',
  'Losing the issuer',
  'Air-gapped installation',
  'Support window',
  'Where releases come from',
]

const rows = guide
  .split('\n')
  .filter((line) => /^\| [A-Z]/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
const quoted = [...guide.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)

describe('the guide for operators', () => {
  test('answers each question once, with a command, a file or a link', () => {
    const answered = rows.filter(([question = '']) => QUESTIONS.includes(question))
    expect(answered.map(([question]) => question).sort()).toEqual([...QUESTIONS].sort())
    for (const [question, answer = '', where = ''] of answered) {
      expect(answer, question).toMatch(/\w/)
      expect(`${answer} ${where}`, question).toMatch(/`|\]\(/)
    }
  })

  test('names files, settings and npm scripts that exist', () => {
    const files = quoted.filter((text) => /^(deploy|src|\.github)\//.test(text))
    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    const settings = quoted.flatMap((text) => /^([A-Z]+(?:_[A-Z]+)+)(?:=|$)/.exec(text)?.[1] ?? [])
    expect(settings.length).toBeGreaterThan(10)
    expect(settings.filter((name) => !(name in Environment.properties))).toEqual([])
    const scripts = quoted.flatMap((text) => /^npm run ([\w:]+)/.exec(text)?.[1] ?? [])
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([])
  })

  test('names operations of the operator API and metrics that exist', () => {
    const { paths } = JSON.parse(read('openapi/operator.json'))
    const operations = quoted.filter((text) => /^[A-Z]+ \/operator\//.test(text))
    expect(operations.length).toBeGreaterThan(3)
    for (const operation of operations) {
      const [method = '', path = ''] = operation.split(' ')
      expect(Object.keys(paths[path] ?? {}), operation).toContain(method.toLowerCase())
    }
    const sources = globSync('src/**/*.ts').map(read).join('\n')
    const metrics = quoted.filter(
      (text) => text.startsWith('binnacle_') && !/_serve|_work/.test(text),
    )
    expect(metrics.length).toBeGreaterThan(0)
    for (const metric of metrics) expect(sources).toContain(`'${metric.replace(/_count$/, '')}'`)
  })

  test('says for each path of the server whether to expose it', () => {
    const [, list = ''] = /SERVER_PATHS =\s*\/\^\\\/\(([^)]+)\)/.exec(read('src/app.ts')) ?? []
    const paths = list.replaceAll('\\', '').split('|')
    expect(paths).toContain('oauth2')
    const section = guide.split('\n## Which paths to expose\n')[1]?.split('\n## ')[0] ?? ''
    for (const path of paths) expect(section).toContain(`\`/${path}\``)
  })

  test('counts the connections that the pools of a process may open', () => {
    const [, general] = /\bsize: (\d+),/.exec(read('src/platform/db/connect.ts')) ?? []
    const [, shared] = /CONNECTIONS = (\d+)/.exec(read('src/platform/db/reads/runner.ts')) ?? []
    const [, jobs] = /\bsize: (\d+),/.exec(read('src/platform/jobs.ts')) ?? []
    const own = Number(general) + Number(jobs)
    // One connection each: jobs of both processes follow changes, and live streams of `serve`.
    const sources = globSync('src/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') })
    const listeners = sources.filter((name) => /= listenForChanges\(/.test(read(name))).toSorted()
    expect(listeners).toEqual(['src/platform/followers.ts', 'src/platform/http/streams/hub.ts'])
    const work = own + 1
    const sums = [work + Number(shared) + 1, work]
    const [, answer = ''] = rows.find(([question]) => question === 'Connections per node') ?? []
    const [, ofServe] = /`serve` opens at most (\d+)/.exec(answer) ?? []
    const [, ofWork] = /`work` opens at most (\d+)/.exec(answer) ?? []
    expect([Number(ofServe), Number(ofWork)]).toEqual(sums)
    expect(answer).toContain(
      `${general} for statements, ${shared} for shared reads, ${jobs} for jobs`,
    )
  })

  test('tells the lock times of migrations', () => {
    const source = read('src/platform/db/migrate.ts')
    const [, timeout] = /LOCK_TIMEOUT_MS = (\d+)/.exec(source) ?? []
    const [, tries] = /MAX_TRIES = (\d+)/.exec(source) ?? []
    const [, answer = ''] = rows.find(([question]) => question === 'Lock times') ?? []
    expect(answer).toContain(`at most ${Number(timeout) / 1000} s for a lock`)
    expect(answer).toContain(`up to ${tries} times`)
  })
})

/** Only these open connections to other programs than the database. */
const CALLERS = [
  'src/identity/federation/client.ts',
  'src/identity/issuer-keys.ts',
  'src/platform/mail/sender.ts',
  'src/platform/outgoing.ts',
  'src/platform/traces/traces.ts',
]
const CALLS_OUT =
  /\bfetch\(|new OTLPTraceExporter|createRemoteJWKSet|openid-client|discoveryRequest|request as requestHttps?\b|new SMTPConnection/

test('a server calls others in five files: two for trusted issuers, the SMTP server, endpoints of providers, the collector of traces', () => {
  const sources = globSync('src/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') })
  // The emulator and the rehearsal are for a laptop.
  const ofServer = sources.filter(
    (file) => !/^src\/(emulator|processes\/(dev|doctor|rehearse))\//.test(file),
  )
  expect(ofServer.filter((file) => CALLS_OUT.test(read(file))).sort()).toEqual(CALLERS)
})
