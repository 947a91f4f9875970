import { makeToken } from '../../../src/directory/api-token.ts'
import type { Refusal } from './refusals.ts'

/** What is refused before an operation is reached, whatever the operation. */
export const ground: Record<string, Refusal> = {
  invalidRequest: {
    when: 'A body or query that does not match the operation',
    provoke: ({ call, ada }) => call(ada.token, 'PATCH', '/v0.1/user', {}),
  },
  invalidJson: {
    when: 'A request body that is not valid JSON',
    provoke: ({ send, ada }) =>
      send(
        `POST /v0.1/apps HTTP/1.1\r\nX-API-Token: ${ada.token}\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{`,
      ),
  },
  keyOfAnotherRequest: {
    when: 'An `Idempotency-Key` that was already used with a different body',
    provoke: async ({ call, ada }) => {
      const [path, key] = ['/v0.1/apps/ada/tide/invitations', { 'Idempotency-Key': 'one' }]
      await call(ada.token, 'POST', path, { user_email: 'noor@example.com' }, key)
      return call(ada.token, 'POST', path, { user_email: 'omar@example.com' }, key)
    },
  },
  unstorableText: {
    when: 'A body with NUL or an unpaired surrogate',
    provoke: ({ call, ada }) => call(ada.token, 'PATCH', '/v0.1/user', { display_name: 'a\0' }),
  },
  badUrl: {
    when: 'A path that is not percent-encoded correctly',
    provoke: ({ call, ada }) => call(ada.token, 'GET', '/v0.1/apps/%zz/x'),
  },
  notJson: {
    when: 'A body with a content type other than JSON',
    provoke: ({ send, ada }) =>
      send(
        `POST /v0.1/apps HTTP/1.1\r\nX-API-Token: ${ada.token}\r\nContent-Type: text/csv\r\nContent-Length: 3\r\n\r\na,b`,
      ),
  },
  tooLarge: {
    when: 'A body of more than 128 KiB',
    provoke: ({ call, ada }) =>
      call(ada.token, 'PATCH', '/v0.1/user', { display_name: 'x'.repeat(1_100_000) }),
  },
  tooManyRequests: {
    when: 'More requests than the rate limits allow',
    provoke: async ({ callLimited, eve }) => {
      await callLimited(eve.token, 'GET', '/v0.1/user')
      return callLimited(eve.token, 'GET', '/v0.1/user')
    },
  },
  tooManyUnknownTokens: {
    when: 'More requests with unknown API tokens than `RATE_LIMITS` allows',
    provoke: async ({ callLimited, eve }) => {
      const ask = () => callLimited(makeToken('user', eve.id).value, 'GET', '/v0.1/user')
      await ask()
      return ask()
    },
  },
  hostRepeated: {
    when: 'More than one `Host` header',
    provoke: ({ send, ada }) =>
      send(`GET /v0.1/user HTTP/1.1\r\nX-API-Token: ${ada.token}\r\nHost: y\r\n\r\n`),
  },
  headersTooLarge: {
    when: 'Headers of more than 16 KiB',
    provoke: ({ call, ada }) =>
      call(ada.token, 'GET', '/v0.1/user', undefined, { 'x-padding': 'x'.repeat(17_000) }),
  },
}
