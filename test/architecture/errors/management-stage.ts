import { randomUUIDv7 } from 'node:crypto'
import { beforeAll } from 'vitest'
import { type Answer, caller } from '../../support/http/http.ts'
import { FOR_ACCOUNT, personOf, type TestIssuer, trust } from '../../support/http/issuer.ts'
import { sendRaw } from '../../support/http/send-raw.ts'
import type { Reader } from '../../support/http/service-health.ts'
import { forgeBearer, insertClient } from '../../support/http/signed-in.ts'
import { signer } from '../../support/http/signer.ts'
import { MAILS_WAIT } from '../../support/mail/mails-wait.ts'
import { openHealth } from '../../support/server/health-calls.ts'
import { useQuota } from '../../support/server/quota.ts'
import { type TestServer, useServer } from '../../support/server/server.ts'

const OPERATOR_CLAIM = { name: 'roles', value: 'operator' }
const SECRET = 'x'.repeat(43)
const VERSION = 'api-version=2025-05-01'
const LOW_LIMITS = {
  RATE_LIMITS: 'readBurst=1,readsPerSecond=0.1,anonymousBurst=1,anonymousPerSecond=0.1',
}

function useOtherServers(
  settings: Pick<Parameters<typeof useServer>[0], 'databaseUrl' | 'seal'>,
  env: Record<string, string>,
) {
  return {
    limited: useServer({ ...settings, env: { ...env, ...LOW_LIMITS } }),
    withMail: useServer({ ...settings, env: { ...env, ...MAILS_WAIT } }),
    withoutSignIn: useServer({ ...settings, env: { ...env, BUNDLED_SIGN_IN: 'false' } }),
  }
}

const CLAIM_AND_SIGN_IN = {
  operatorClaim: OPERATOR_CLAIM,
  signIn: { id: 'example', name: 'Example', clientId: 'binnacle' },
}

/** Areas B and C and the operator API on one server, with people under names that stay the same. */
export function useManagementStage(issuer: TestIssuer) {
  const TRUSTED_ISSUERS = JSON.stringify([trust(issuer, CLAIM_AND_SIGN_IN)])
  const quota = useQuota({ RATE_LIMITS: 'false', TRUSTED_ISSUERS })
  const { installation, callAsOperator, database } = quota
  const databaseUrl = database.url
  const settings = { databaseUrl, seal: installation.seal }
  const origin = { PUBLIC_URL: installation.origin }
  const { limited, withMail, withoutSignIn } = useOtherServers(settings, {
    ...origin,
    TRUSTED_ISSUERS,
  })
  const people: Record<'ada' | 'rex', Reader> = { ada: EMPTY, rex: EMPTY }
  const { path, askRaw } = openHealth(installation)
  const events = (rest: string, method = 'GET') =>
    askRaw(people.rex, `${path('sub-a')}${rest}`, method)

  beforeAll(async () => {
    people.ada = await quota.addReader('ada')
    people.rex = await quota.addReader('rex')
    const roles = { [people.ada.id]: 'contributor', [people.rex.id]: 'reader' } as const
    await quota.addSubscription('sub-a', roles)
    const robot = { principalId: randomUUIDv7(), secret: SECRET }
    await insertClient(database.db, 'robot', ['client-credentials'], robot)
    await insertClient(database.db, 'site', ['implicit'], { principalId: randomUUIDv7() })
  })

  const withBearer = (
    bearer: string,
    target = `${path('sub-a')}?${VERSION}`,
    server = quota.server,
  ) => caller(server)(undefined, 'GET', target, undefined, { Authorization: `Bearer ${bearer}` })

  return Object.assign(quota, {
    people,
    trustedIssuer: issuer.url,
    events,
    healthPath: path,
    withBearer,
    forge: (changes: object) =>
      forgeBearer(database.db, installation.seal, installation.origin, changes),
    callLimited: (reader: Reader) =>
      withBearer(reader.bearer, `${path('sub-a')}?${VERSION}`, limited),
    withMail,
    limitedUrl: () => limited.url,
    askLimited: (target: string) => caller(limited)(undefined, 'GET', target),

    /** Publishes an event to everyone, and answers its tracking id. */
    async publish(input: object = {}): Promise<string> {
      const event = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
      const body = { ...event, allowUnknownNames: true, ...input }
      return (await callAsOperator('POST', '/events', body)).body.trackingId
    },

    ...operatorCalls(quota, withoutSignIn, issuer),

    /** A request that no HTTP client would send. */
    async sendText(head: string, body = ''): Promise<Answer> {
      const end = 'Host: x\r\nConnection: close\r\n'
      const sent = await sendRaw(quota.server.url, `${head}\r\n${end}\r\n${body}`)
      const [top = '', text = ''] = sent.split('\r\n\r\n')
      const status = Number(top.split(' ')[1])
      return { status, headers: new Headers(), text, body: JSON.parse(text) }
    },
  })
}

/** The operator API, called by others than its operator. */
function operatorCalls(
  { database, installation, server, callAsOperator }: ReturnType<typeof useQuota>,
  withoutSignIn: TestServer,
  issuer: TestIssuer,
) {
  return {
    addGroup: (value: string) => callAsOperator('POST', '/groups', { issuer: issuer.url, value }),

    async callAsService(method: string, target: string, body?: unknown): Promise<Answer> {
      const { db } = database
      const robot = db.updateTable('oauth_client').where('id', '=', 'robot')
      await robot.set({ is_operator: true }).execute()
      const bearer = await signer(installation.origin, [server.url]).service('robot', SECRET)
      const headers = { Authorization: `Bearer ${bearer}` }
      return caller(server)(undefined, method, `/operator/v1${target}`, body, headers)
    },

    async callWithoutSignIn(method: string, target: string): Promise<Answer> {
      const operator = { ...personOf('zoe'), ...FOR_ACCOUNT, roles: [OPERATOR_CLAIM.value] }
      const headers = { Authorization: `Bearer ${await issuer.sign(operator)}` }
      return caller(withoutSignIn)(undefined, method, `/operator/v1${target}`, undefined, headers)
    },

    /** The id of an account that a trusted issuer sent here. */
    async addForeigner(): Promise<string> {
      const bearer = await issuer.sign({ ...personOf('max'), ...FOR_ACCOUNT })
      const headers = { Authorization: `Bearer ${bearer}` }
      return (await caller(server)(undefined, 'GET', '/v0.1/user', undefined, headers)).body.id
    },
  }
}

const EMPTY: Reader = { id: '', bearer: '' }

export type ManagementStage = ReturnType<typeof useManagementStage>
