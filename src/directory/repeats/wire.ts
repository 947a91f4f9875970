import { Type } from 'typebox'

/** In lower case, as Node has the names of headers. */
const headersOf = (repeat: string) =>
  Type.Object({
    'idempotency-key': Type.Optional(
      Type.String({
        pattern: '^[!-~]{1,255}$',
        description: `A value that you choose for this request, of 1 to 255 visible ASCII characters. ${repeat} If the body differs, the response is 409.`,
      }),
    ),
    'x-ms-client-request-id': Type.Optional(
      Type.String({
        description:
          'The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request.',
      }),
    ),
  })

/** Of an operation that is done once under its key. */
export const RequestKeyHeaders = headersOf(
  'Requests with the same key, path and body within 24 hours take effect once.',
)

/** Of a creation whose response contains the value of a token. */
export const TokenKeyHeaders = headersOf(
  'A request with the same key, path and body within 10 minutes creates a new token and revokes the earlier one.',
)
