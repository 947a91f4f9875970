import { describe, expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { readConfig } from './settings.ts'

const minimal = { DATABASE_URL: 'postgres://localhost/x' }

describe('readConfig', () => {
  test('fills in defaults and leaves what is not ours alone', () => {
    expect(readConfig({ ...minimal, UNRELATED: 'x' })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      baseUrl: 'http://localhost:3000',
      vendorNamespace: 'Microsoft',
      trustProxy: [],
      tls: undefined,
      rateLimits: {
        reads: { burst: 1000, perSecond: 200 },
        writes: { burst: 500, perSecond: 50 },
      },
    })
  })

  test('turns text into numbers, switches and lists', () => {
    const config = readConfig({
      ...minimal,
      PORT: '8080',
      DRAIN_SECONDS: '0.5',
      RATE_LIMITS: 'readBurst=7',
      TRUST_PROXY: '10.0.0.1, 192.168.0.0/16,::1',
    })
    expect(config).toMatchObject({
      port: 8080,
      publicUrl: 'http://localhost:8080',
      drainMs: 500,
      rateLimits: { reads: { burst: 7, perSecond: 200 } },
      trustProxy: ['10.0.0.1', '192.168.0.0/16', '::1'],
    })
  })

  test.each([
    [{}, false],
    [{ COMPATIBLE_CLIENTS: 'true' }, true],
    [{ COMPATIBLE_CLIENTS: '' }, false],
  ])('%j: compatible clients are served: %s', (env, compatibleClients) => {
    expect(readConfig({ ...minimal, ...env })).toMatchObject({ compatibleClients })
  })

  test.each([
    ['RATE_LIMITS', 'readBurst=0', 'readBurst must be >= 1.'],
    ['RATE_LIMITS', 'reads=5', 'there is no reads.'],
    ['QUOTA_RULES', 'decrease=perhaps', 'decrease must be equal to one of the allowed values.'],
  ])('%s=%s: the sentence names the value', (name, value, sentence) => {
    expect(() => readConfig({ ...minimal, [name]: value })).toThrow(`  ${name}: ${sentence}`)
  })

  test('RATE_LIMITS=false: no limits, but for strangers', () => {
    const { rateLimits, anonymousLimit } = readConfig({ ...minimal, RATE_LIMITS: 'false' })
    expect([rateLimits, anonymousLimit]).toEqual([undefined, { burst: 300, perSecond: 30 }])
  })

  test('limits are no settings: only a test replaces some, and none that does not exist', () => {
    const limits = { ...LIMITS, eventCacheMib: 1 }
    expect(readConfig({ ...minimal, EVENT_CACHE_MIB: '2' })).toMatchObject(LIMITS)
    expect(readConfig(minimal, limits)).toMatchObject(limits)
    expect(readConfig({ ...minimal, TEST_LIMITS: '{"eventCacheMib":1}' })).toMatchObject(limits)
    expect(() => readConfig({ ...minimal, TEST_LIMITS: '{"eventCache":1}' })).toThrow(
      'TEST_LIMITS: there is no eventCache.',
    )
  })

  test('is frozen', () => {
    expect(Object.isFrozen(readConfig(minimal))).toBe(true)
  })

  test('a variable set to nothing counts as not set', () => {
    expect(readConfig({ ...minimal, PORT: '', TLS_CERT_FILE: '' })).toMatchObject({ port: 3000 })
  })

  test('several values in one variable: what is left out keeps its default', () => {
    const config = readConfig({
      ...minimal,
      RATE_LIMITS: 'writeBurst=5, anonymousPerSecond=0.5',
      QUOTA_RULES: 'decrease=ask',
      RETENTION_DAYS: 'expiredLinks=0',
      TOKEN_DAYS: 'longest=90',
      OUTGOING_EXCEPTIONS: 'providers=10.0.0.5:4000 [::1]:1,notifications=Hooks.internal:*',
      METRICS_ADDRESS: '[::1]:9000',
    })
    expect(config).toMatchObject({
      rateLimits: {
        reads: { burst: 1000, perSecond: 200 },
        writes: { burst: 5, perSecond: 50 },
      },
      anonymousLimit: { burst: 300, perSecond: 0.5 },
      quotaRules: { decrease: 'ask', withinHeadroom: 'approve', beyondHeadroom: 'ask' },
      retentionDays: { revokedTokens: 90, expiredInvitations: 30, expiredLinks: 0 },
      tokenLife: { longestDays: 90, defaultDays: 90 },
      idleTokenDays: null,
      providerExceptions: ['10.0.0.5:4000', '[::1]:1'],
      notificationExceptions: ['hooks.internal:*'],
      metricsHost: '::1',
      metricsPort: 9000,
    })
  })

  test.each([
    ['RETENTION_DAYS', 'quotaRequests=365'],
    ['TOKEN_DAYS', 'longest=30,default=31'],
    ['OUTGOING_EXCEPTIONS', 'providers=https://a.example'],
    ['METRICS_ADDRESS', '9464'],
    ['METRICS_ADDRESS', '127.0.0.1:65536'],
    ['PORT', 'true'],
    ['PORT', '8080.7'],
    ['PORT', '-1'],
    ['DRAIN_SECONDS', 'true'],
    ['RATE_LIMITS', '1'],
    ['PUBLIC_URL', 'http://host:99999'],
    ['PUBLIC_URL', 'http://host/path'],
    ['PUBLIC_URL', 'https://Host:443'],
    ['BASE_URL', 'https://host?x'],
    ['DATABASE_URL', 'postgres://user:a#b@host:x/db'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readConfig({ ...minimal, [name]: value })).toThrow(`  ${name}: `)
  })

  test.each([
    ['BASE_URL', 'https://host/binnacle'],
    ['MANAGEMENT_URL', 'https://host:8443/binnacle/'],
  ])('%s=%s: a path is refused, and the sentence says what to give instead', (name, value) => {
    const { origin } = new URL(value)
    const message = String(catchError(() => readConfig({ ...minimal, [name]: value })))
    // One sentence, and no regular expression beside it.
    expect(message.split('\n')).toHaveLength(2)
    expect(message).toContain(
      `${value} has a path, and Binnacle must be served at the root of a host. Remove the path: ${origin}.`,
    )
  })

  test('names every problem at once, and what the setting is for', () => {
    const read = () =>
      readConfig({
        PORT: 'eighty',
        PUBLIC_URL: 'localhost',
        LOG_LEVEL: 'loud',
        TLS_CERT_FILE: 'cert.pem',
        TRUST_PROXY: '10.0.0.1,everyone,10.0.0.0/33',
        RATE_LIMITS: 'perhaps',
      })
    const message = String(catchError(read))
    for (const part of [
      'DATABASE_URL: is not set. The connection URL of the PostgreSQL database',
      'PORT: must be integer',
      'PUBLIC_URL:',
      'LOG_LEVEL:',
      'TLS_CERT_FILE and TLS_KEY_FILE: set both, or neither.',
      'TRUST_PROXY: everyone, 10.0.0.0/33 is not an IP address or a CIDR range.',
      'RATE_LIMITS:',
    ]) {
      expect(message).toContain(part)
    }
  })
})

function catchError(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
