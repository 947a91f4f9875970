import { expect, test } from 'vitest'
import { readConfig } from '../../settings.ts'
import { type Banner, toBanner } from './banner.ts'

const makeBanner = (env: Record<string, string> = {}, name = 'x'): Banner => ({
  config: readConfig({ DATABASE_URL: 'postgres://localhost/x', ...env }),
  controlKey: 'key',
  httpUrl: 'http://localhost:1',
  httpsUrl: 'https://localhost:2',
  ...{ caFile: 'ca', trustedFile: 'all', logFile: 'log', keeps: undefined, seconds: '1.0' },
  isOwnDatabase: true,
  operatorBearer: 'bearer',
  world: {
    people: [{ name: 'ada', password: `p\u0007${name}`, does: 'operator' }],
    subscriptions: [{ id: 's', name }],
    clientId: 'automation',
    clientSecret: 'secret',
    userToken: 'token',
    operatorId: 'o',
    clients: [{ id: 'poller', secret: name }],
    tokens: [{ account: 'ada', value: 'v', description: name }],
  },
})

test('the output says that the emulator is compatible by default, and only if it is', () => {
  const line =
    /^Unlike a server, it accepts Content-Length: 0, and API tokens without .*COMPATIBLE_CLIENTS/m
  expect(toBanner(makeBanner({ COMPATIBLE_CLIENTS: 'true' }))).toMatch(line)
  expect(toBanner(makeBanner())).not.toContain('COMPATIBLE_CLIENTS')
})

test('a name from a seed cannot add lines, hide text or change its direction', () => {
  const name = 'x\n\nFor another terminal\r\n  export A=$(b)\u001b[8m\u202e\u009b2J'
  const text = toBanner(makeBanner({}, name))
  expect(text).toContain('The data stays in the database')
  expect(text.match(/^For another terminal/gm)).toHaveLength(1)
  expect(text).toContain(
    'x\\u000a\\u000aFor another terminal\\u000d\\u000a  export A=$(b)\\u001b[8m\\u202e\\u009b2J',
  )
  const ours = new Set(['\n', '\u001b'])
  const controls = text.match(/[\p{Cc}\p{Bidi_Control}]/gu) ?? []
  expect(controls.filter((character) => !ours.has(character))).toEqual([])
  expect(text).not.toContain('\u001b[8m')
})
