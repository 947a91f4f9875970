import { Type } from 'typebox'

const port = (fallback: number, description: string) =>
  Type.Integer({ default: fallback, minimum: 0, maximum: 65535, description })

const address = (description: string) =>
  Type.Optional(Type.String({ pattern: '^https?://[^?#]+[^/?#]$', description }))

/** Links are made from these, and paths are served from the root only: `findAddressProblems` refuses a path. */
const origin = (description: string) =>
  Type.Optional(Type.String({ pattern: '^https?://[^?#]+$', description }))

const rule = (fallback: 'approve' | 'ask' | 'deny', when: string) =>
  Type.Enum(['approve', 'ask', 'deny'], {
    default: fallback,
    description: `Area C: what happens to a quota request that ${when}: \`approve\`, \`ask\` (a person) or \`deny\`.`,
  })

const cap = (fallback: number, what: string) =>
  Type.Integer({
    default: fallback,
    minimum: 1,
    maximum: 1_000_000,
    description: `Area A: the most ${what}. What is there already stays; one more is 409.`,
  })

/**
 * Every setting of the server: name, type, default and meaning, once. `docs/guides/settings.md` is
 * generated from here. Only `processes/*` hand in `process.env`.
 */
export const Environment = Type.Object({
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description: 'PostgreSQL connection address, `postgres://user:password@host:port/database`.',
  }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#]+$',
      description:
        'Origin callers use, without a path. Links in responses are built from it, never from request headers. Default: `http://localhost:PORT`.',
    }),
  ),
  BASE_URL: origin('Origin of area A, without a path. Default: `PUBLIC_URL`.'),
  MANAGEMENT_URL: origin('Origin of areas B and C, without a path. Default: `PUBLIC_URL`.'),
  PORTAL_URL: address('Address of the web portal. Default: `PUBLIC_URL`.'),
  AUTH_URL: address('Authorization endpoint. Default: `PUBLIC_URL/oauth2/auth`.'),
  SECRET_KEY_FILE: Type.Optional(
    Type.String({
      description:
        'File with at least 32 random bytes, the same on every node: `openssl rand -hex 32`. What the sign-in stores is encrypted with it. Without it the bundled sign-in is off. `TRUSTED_ISSUERS` needs it too.',
    }),
  ),
  BUNDLED_SIGN_IN: Type.Boolean({
    default: true,
    description:
      'Sign-in: offers the bundled one when `SECRET_KEY_FILE` is set. False leaves signing in to `TRUSTED_ISSUERS`.',
  }),
  TRUSTED_ISSUERS: Type.Optional(
    Type.String({
      description:
        'Sign-in: who else may say who somebody is, as a JSON list of OpenID Connect issuers; see the guide on trusted issuers. Default: nobody else.',
    }),
  ),
  IMPLICIT_FLOW: Type.Boolean({
    default: true,
    description:
      'Sign-in: offers the implicit flow (`response_type=token`) to clients registered for it.',
  }),
  COMPATIBLE_CLIENTS: Type.Boolean({
    default: false,
    description:
      'Area A: serves published clients that leave out what the API needs. A POST, PUT or PATCH with exactly `Content-Length: 0` counts as `{}`; otherwise it is 411. A new API token without `scope` gets Full access, one without `description` gets the name of the client; otherwise both are 400.',
  }),
  COMPAT_EMPTY_BODY: Type.Optional(
    Type.Boolean({
      description:
        'The old name of `COMPATIBLE_CLIENTS`, read when that one is not set. The next release removes it.',
    }),
  ),
  ORG_TOKENS: Type.Boolean({
    default: true,
    description:
      'Area A: serves API tokens of organizations, an extension of Binnacle. Those that exist stop working when it is false.',
  }),
  APPS_PER_OWNER: cap(2000, 'apps that one account or organization owns'),
  APPS_PER_ACCOUNT: cap(
    10_000,
    'apps one account can reach, as owner, member or admin of an organization, when it joins or creates something for itself',
  ),
  MEMBERS_PER_PLACE: cap(5000, 'members of one app, and of one organization'),
  ORGANIZATIONS_PER_ACCOUNT: cap(200, 'organizations one account is a member of'),
  INVITATIONS_PER_OWNER: cap(
    500,
    'open invitations to one organization and its apps, or to the apps of one account',
  ),
  INVITATIONS_PER_RECIPIENT: cap(100, 'open invitations of one e-mail address'),
  FREED_NAME_DAYS: Type.Integer({
    default: 90,
    minimum: 0,
    maximum: 3650,
    description:
      'Area A: for so many days the name of a deleted or renamed organization can be taken only by the organization itself or, once it is deleted, by its last admins. 0 frees it at once.',
  }),
  LIFECYCLE: Type.Optional(
    Type.String({
      description:
        'Area A: when features end, as JSON, e.g. `{"account":{"date":"2025-03-31","enforce":true}}`. Features: `account`, `analytics`, `diagnostics`. A bare date counts to its end in UTC. Answers carry `Deprecation` and `Sunset`; with `enforce` they are 410 afterwards. Default: nothing ends.',
    }),
  ),
  VENDOR_NAMESPACE: Type.String({
    default: 'Microsoft',
    pattern: '^[A-Za-z][A-Za-z0-9.]{0,62}$',
    description:
      'What stands before `.ResourceHealth` and `.Capacity` in paths. Published clients send the default.',
  }),
  STRICT_API_VERSION: Type.Boolean({
    default: false,
    description:
      'Area B: refuses an `api-version` later than those published, which is otherwise served as 2025-05-01.',
  }),
  MITIGATION_SENTINEL: Type.Boolean({
    default: false,
    description:
      'Area B: sends `0001-01-01T00:00:00` as the time of a mitigation that is not known yet, as the big cloud does. Otherwise it is left out.',
  }),
  QUOTA_DECREASE: rule('approve', 'asks for no more than there is'),
  QUOTA_WITHIN_HEADROOM: rule('approve', 'asks for more, within the headroom of the catalogue'),
  QUOTA_BEYOND_HEADROOM: rule('ask', 'asks for more than that'),
  QUOTA_RETRY_AFTER_SECONDS: Type.Integer({
    default: 10,
    minimum: 0,
    maximum: 600,
    description: 'Area C: how long pollers are told to wait before they ask again.',
  }),
  PROVIDER_EXCEPTIONS: Type.Optional(
    Type.String({
      description:
        'Area C: comma-separated `host:port` of provider endpoints that may be called although they are private or not HTTPS. Default: none.',
    }),
  ),
  PROVIDER_TIMEOUT_SECONDS: Type.Number({
    default: 10,
    exclusiveMinimum: 0,
    maximum: 60,
    description: 'Area C: how long a provider may take to answer a call.',
  }),
  PROVIDER_RETRIES: Type.Integer({
    default: 12,
    minimum: 0,
    maximum: 100,
    description: 'Area C: how often a call to a provider is made again before the request fails.',
  }),
  PROVIDER_RETRY_SECONDS: Type.Integer({
    default: 2,
    minimum: 0,
    maximum: 900,
    description:
      'Area C: the pause before the first of these. Each later one is about twice as long, up to 15 minutes.',
  }),
  RUN_JOBS: Type.Boolean({
    default: true,
    description:
      '`binnacle serve` also does what happens after a request was answered. False leaves that to `binnacle work`.',
  }),
  HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description: 'Address to listen on. `0.0.0.0` listens on every IPv4 interface.',
  }),
  PORT: Type.Union([Type.Integer({ minimum: 0, maximum: 65535 }), Type.Literal('off')], {
    default: 3000,
    description:
      'Port for HTTP. 0 picks a free one, `off` closes it and leaves HTTPS alone. With HTTPS on and `HOST` not a loopback address, it answers `/livez` and `/readyz` and refuses everything else.',
  }),
  TLS_CERT_FILE: Type.Optional(
    Type.String({
      description: 'PEM certificate chain. With `TLS_KEY_FILE` it switches HTTPS on.',
    }),
  ),
  TLS_KEY_FILE: Type.Optional(
    Type.String({ description: 'PEM private key that belongs to `TLS_CERT_FILE`.' }),
  ),
  TLS_PORT: port(3443, 'Port for HTTPS, when it is on. 0 picks a free one.'),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description: 'Address `/metrics` is served on. Loopback, because metrics need no sign-in.',
  }),
  METRICS_PORT: port(9464, 'Port for `/metrics` (Prometheus). 0 picks a free one.'),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    default: 'info',
    description:
      'The least important kind of line that is logged: trace, debug, info, warn, error or silent.',
  }),
  TRUST_PROXY: Type.Optional(
    Type.String({
      description:
        'Comma-separated addresses or CIDR ranges of proxies whose `X-Forwarded-*` headers are believed. Default: none. Behind a proxy that is not named here everybody has its address, and wrong passwords of one make all others wait.',
    }),
  ),
  DRAIN_SECONDS: Type.Number({
    default: 2,
    minimum: 0,
    maximum: 300,
    description:
      'After SIGTERM: how long `/readyz` says 503 while requests are still served, so that a balancer moves on first.',
  }),
  REQUEST_TIMEOUT_SECONDS: Type.Number({
    default: 60,
    minimum: 1,
    maximum: 3600,
    description: 'How long a request may take to arrive, headers and body; after that it is 408.',
  }),
  ANONYMOUS_BURST: Type.Integer({
    default: 300,
    minimum: 1,
    description:
      'Requests below `/oauth2` that one address may make at once without a session, a client secret or a code that works; and as many of pictures. A network (/24, of IPv6 /48) may make ten times as many. Each node counts for itself.',
  }),
  ANONYMOUS_PER_SECOND: Type.Number({
    default: 30,
    exclusiveMinimum: 0,
    description: 'How many of each an address gets back each second.',
  }),
  RATE_LIMITS: Type.Boolean({
    default: true,
    description:
      'Limits how often one caller may call; more is 429 with `Retry-After`. Each node counts for itself. False: no limits, as in `binnacle dev`.',
  }),
  RATE_LIMIT_READ_BURST: Type.Integer({
    default: 1000,
    minimum: 1,
    description: 'Reads a caller may make at once.',
  }),
  RATE_LIMIT_READS_PER_SECOND: Type.Number({
    default: 200,
    exclusiveMinimum: 0,
    description: 'Reads a caller gets back each second.',
  }),
  RATE_LIMIT_WRITE_BURST: Type.Integer({
    default: 500,
    minimum: 1,
    description: 'Writes a caller may make at once.',
  }),
  RATE_LIMIT_WRITES_PER_SECOND: Type.Number({
    default: 50,
    exclusiveMinimum: 0,
    description: 'Writes a caller gets back each second.',
  }),
})
