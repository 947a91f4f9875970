import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { Environment } from '../../src/settings.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const guide = read('docs/guides/operate.md')

const quoted = [...guide.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)

describe('the guide for operators', () => {
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
  /\bfetch\(|new OTLPTraceExporter|createRemoteJWKSet|openid-client|discoveryRequest|request as requestHttps?\b|import\('nodemailer/

test('a server calls others in five files: two for trusted issuers, the SMTP server, endpoints of providers, the collector of traces', () => {
  const sources = globSync('src/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') })
  // The emulator and the rehearsal are for a laptop.
  const ofServer = sources.filter(
    (file) => !/^src\/(emulator|processes\/(dev|doctor|rehearse))\//.test(file),
  )
  expect(ofServer.filter((file) => CALLS_OUT.test(read(file))).sort()).toEqual(CALLERS)
})
