import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const guide = read('docs/guides/operate.md')

describe('the guide for operators', () => {
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
