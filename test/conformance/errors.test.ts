import { beforeAll, expect, test } from 'vitest'
import * as capErrors from '../../src/areas/app-management/caps/errors.ts'
import * as areaErrors from '../../src/areas/app-management/errors.ts'
import type * as bearerErrors from '../../src/identity/bearer/errors.ts'
import * as tokenErrors from '../../src/identity/errors.ts'
import { openSeal } from '../../src/platform/seal.ts'
import { type Answer, caller } from '../http.ts'
import { closeAfterwards, FOR_ACCOUNT, openIssuer, personOf, trust } from '../issuer.ts'
import { useServer } from '../server.ts'
import { forgeBearer } from '../signed-in.ts'
import { useDatabase } from '../use-database.ts'
import { capRefusals } from './cap-refusals.ts'
import { type Stage, setStage } from './refusal-stage.ts'
import { type AtFirstSight, areaRefusals, type Refusal } from './refusals.ts'
import { tokenRefusals } from './token-refusals.ts'

const ORIGIN = 'http://binnacle.example'
const database = useDatabase()
const databaseUrl = database.url
const seal = openSeal(Buffer.alloc(32, 3))
const plain = useServer({ databaseUrl, seal, env: { PUBLIC_URL: ORIGIN } })
const withoutOrgTokens = useServer({ databaseUrl, env: { ORG_TOKENS: 'false' } })
const LIFECYCLE = '{"analytics":{"date":"2020-01-01","enforce":true}}'
const retired = useServer({ databaseUrl, env: { LIFECYCLE } })
const limited = useServer({
  databaseUrl,
  env: {
    RATE_LIMIT_READ_BURST: '1',
    RATE_LIMIT_READS_PER_SECOND: '0.1',
    ANONYMOUS_BURST: '1',
    ANONYMOUS_PER_SECOND: '0.1',
  },
})

const issuer = await openIssuer()
closeAfterwards(issuer)
const trusting = useServer({
  databaseUrl,
  env: { TRUSTED_ISSUERS: JSON.stringify([trust(issuer)]) },
})

let stage: Stage
beforeAll(async () => {
  stage = await setStage(database.db, { plain, withoutOrgTokens, retired, limited })
})

/** Somebody who is signed in, in place of an API token. */
const askAs = (bearer: string, token?: string) =>
  stage.call(token, 'GET', '/v0.1/user', undefined, { Authorization: `Bearer ${bearer}` })
const forge = (changes: object) => {
  const account = { aud: `${ORIGIN}/v0.1`, scope: 'account', client_id: 'portal' }
  return forgeBearer(database.db, seal, ORIGIN, { ...account, ...changes })
}
const HOUR_S = 3600
/** Somebody their issuer sends here for the first time. */
const comeFirst = async (claims: object) => {
  const bearer = await issuer.sign({ ...personOf('grace'), ...FOR_ACCOUNT, ...claims })
  const headers = { Authorization: `Bearer ${bearer}` }
  return caller(trusting)(undefined, 'GET', '/v0.1/user', undefined, headers)
}
type OfBearers = Exclude<keyof typeof bearerErrors, 'bearerMissing' | 'issuerAway'> | AtFirstSight
const bearers: Record<OfBearers, Refusal> = {
  twoWaysAtOnce: {
    when: 'An API token and a bearer in one request',
    provoke: ({ ada }) => askAs('x', ada.token),
  },
  bearerInvalid: {
    when: 'A bearer that is not for area A, or not of this service',
    provoke: () => askAs('x'),
  },
  bearerExpired: {
    when: 'An expired bearer',
    provoke: async ({ ada }) => {
      const expired = { sub: ada.id, iat: 1_750_000_000, exp: 1_750_000_000 + HOUR_S }
      return askAs(await forge(expired))
    },
  },
  bearerEnded: {
    when: 'A bearer of somebody who was disabled or signed out everywhere',
    provoke: async ({ disabled }) => askAs(await forge({ sub: disabled.id })),
  },
  emailNotVerified: {
    when: 'Somebody new from a trusted issuer, without a verified e-mail',
    provoke: () => comeFirst({ email_verified: false }),
  },
  emailUnusable: {
    when: 'Somebody new from a trusted issuer, with something that is no e-mail address',
    about: ['grace', 'https://login.example.com'],
    provoke: () => comeFirst({ email: 'grace' }),
  },
  emailHeldByAnother: {
    when: 'Somebody new from a trusted issuer, with the e-mail of another account',
    about: ['ada@example.com', 'https://login.example.com'],
    provoke: ({ ada }) => comeFirst({ email: ada.email }),
  },
}

/** What is refused before an operation is reached, whatever the operation. */
const ground: Record<string, Refusal> = {
  invalidRequest: {
    when: 'A body or query that does not fit the operation',
    provoke: ({ call, ada }) => call(ada.token, 'PATCH', '/v0.1/user', {}),
  },
  invalidJson: {
    when: 'A body that is not JSON, though it says so',
    provoke: ({ send, ada }) =>
      send(
        `POST /v0.1/apps HTTP/1.1\r\nX-API-Token: ${ada.token}\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{`,
      ),
  },
  nul: {
    when: 'A text with the character NUL',
    provoke: ({ call, ada }) => call(ada.token, 'PATCH', '/v0.1/user', { display_name: 'a\0' }),
  },
  badUrl: {
    when: 'A path that is not encoded right',
    provoke: ({ call, ada }) => call(ada.token, 'GET', '/v0.1/apps/%zz/x'),
  },
  notJson: {
    when: 'A body of another type than JSON',
    provoke: ({ send, ada }) =>
      send(
        `POST /v0.1/apps HTTP/1.1\r\nX-API-Token: ${ada.token}\r\nContent-Type: text/csv\r\nContent-Length: 3\r\n\r\na,b`,
      ),
  },
  tooLarge: {
    when: 'A body of more than 1 MiB',
    provoke: ({ call, ada }) =>
      call(ada.token, 'PATCH', '/v0.1/user', { display_name: 'x'.repeat(1_100_000) }),
  },
  tooManyRequests: {
    when: 'More calls than the rate limits allow, when they are on',
    provoke: async ({ callLimited, eve }) => {
      await callLimited(eve.token, 'GET', '/v0.1/user')
      return callLimited(eve.token, 'GET', '/v0.1/user')
    },
  },
  headersTooLarge: {
    when: 'Headers of more than 16 KiB',
    provoke: ({ call, ada }) =>
      call(ada.token, 'GET', '/v0.1/user', undefined, { 'x-padding': 'x'.repeat(17_000) }),
  },
}

type Listed = Readonly<{ status: number; code: string; sentence: string; when: string }>

/** Both shapes of the area's error body, held to it. */
function readBody({ status, body }: Answer): { code: string; message: string } {
  if ('error' in body) {
    expect(body).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
    return body.error
  }
  const shape = { statusCode: status, code: expect.any(String), message: expect.any(String) }
  expect(body).toEqual(shape)
  return body
}

async function list(name: string, { when, about, provoke }: Refusal): Promise<Listed> {
  const answer = await provoke(stage)
  const { code, message } = readBody(answer)
  // The time of day and the port of the day are not for the page.
  const sentence = message
    .replace(/ Correlation ID: \S+$/, '')
    .replace(/it is \S+ now/, 'it is 2026-11-15T00:00:00.000Z now')
    .replace(issuer.url, 'https://login.example.com')
  expect(message, name).toContain(' Correlation ID: ')
  const known = { ...areaErrors, ...capErrors, ...tokenErrors } as Record<
    string,
    (...about: unknown[]) => Error
  >
  const promised = known[name]?.(...(about ?? []))
  if (promised) expect(sentence).toBe(promised.message)
  return { status: answer.status, code, sentence, when }
}

test('every refusal happens, says what to do next, and stands in docs/errors.md', async () => {
  const listed: Listed[] = []
  const all = { ...tokenRefusals, ...bearers, ...areaRefusals, ...capRefusals, ...ground }
  for (const [name, refusal] of Object.entries(all)) listed.push(await list(name, refusal))
  for (const { status, sentence } of listed) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    // What happened, and what to do: more than one sentence.
    expect(sentence).toMatch(/^\S.{10,}[.:] \S.{8,}\.$/)
  }
  await expect(toPage(listed)).toMatchFileSnapshot('../../docs/errors.md')
})

function toPage(listed: readonly Listed[]): string {
  const rows = listed
    .toSorted((one, other) => one.status - other.status)
    .map(
      ({ status, code, sentence, when }) => `| ${status} | \`${code}\` | ${when} | ${sentence} |`,
    )
  return [
    '# Errors of area A',
    '',
    'Every refusal (4xx) of area A, as a caller reads it. 401, 403, 411 and a 404 on an address come as',
    '`{message, statusCode, code}`, everything else as `{error: {code, message}}`. After the sentence stands',
    '`Correlation ID: …`, which is also in the header `x-ms-correlation-request-id`: name it when you ask for help.',
    '',
    'Names in the sentences are examples. 500 is a bug of ours, 503 means that the database is away: try again after the',
    'seconds in `Retry-After`.',
    '',
    '| Status | Code | When | Sentence |',
    '|---|---|---|---|',
    ...rows,
    '',
    'A test provokes each of these over HTTP and compares this page; `npx vitest run test/conformance/errors.test.ts -u`',
    'writes it.',
    '',
  ].join('\n')
}
