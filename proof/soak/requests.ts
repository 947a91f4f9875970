import { caller, NEW_TOKEN } from '../../test/support/http/http.ts'
import type { Reader } from '../../test/support/http/service-health.ts'
import {
  type Health,
  type Installation,
  openHealth,
} from '../../test/support/server/health-calls.ts'
import { openQuota, type Quota } from '../../test/support/server/quota.ts'
import { insertPerson } from '../../test/support/world/world.ts'
import { expectStatus, type Repeated } from './send-all.ts'
import { openSignIns } from './sign-ins.ts'

type Requests = Readonly<Record<string, Repeated>>

const SUBSCRIPTION = 'sub-soak'
const RESOURCES = ['cores', 'standardDv2Family', 'standardDv3Family', 'standardDSv3Family']
const APP = { display_name: 'of the soak', os: 'Android', platform: 'Java' }

/** About 50 a second, of all areas. `operator`: the bearer of one. */
export async function openRequests(installation: Installation, operator: string) {
  const quota = openQuota(installation)
  const health = openHealth(installation)
  quota.setOperator(operator)
  health.setOperator(operator)
  await quota.loadStarter()
  const reader = await quota.addReader()
  await quota.addSubscription(SUBSCRIPTION, { [reader.id]: 'owner' })
  return {
    ...(await openTokensAndApps(installation)),
    ...openEvents(health, reader, await health.publish()),
    ...openLimits(quota, reader),
    ...(await openSignIns(installation, quota)),
  }
}

async function openTokensAndApps({ url, db }: Installation): Promise<Requests> {
  const { name, token } = await insertPerson(db())
  const call = caller({ url: url() })
  let apps = 0
  const get = (path: string, everyMs: number) => ({
    everyMs,
    send: async () => expectStatus(await call(token, 'GET', path), 200),
  })
  return {
    'read the user': get('/v0.1/user', 100),
    'list apps': get('/v0.1/apps', 250),
    'list tokens': get('/v0.1/api_tokens', 500),
    'create and revoke a token': {
      everyMs: 500,
      async send() {
        const created = await call(token, 'POST', '/v0.1/api_tokens', NEW_TOKEN)
        expectStatus(created, 201)
        const used = await call(created.body.api_token, 'GET', '/v0.1/user')
        expectStatus(used, 200)
        const path = `/v0.1/api_tokens/${created.body.id}`
        expectStatus(await call(token, 'DELETE', path), 204)
      },
    },
    'create and delete an app': {
      everyMs: 1000,
      async send() {
        const app = `soak-${apps++}`
        expectStatus(await call(token, 'POST', '/v0.1/apps', { ...APP, name: app }), 201)
        expectStatus(await call(token, 'DELETE', `/v0.1/apps/${name}/${app}`), 204)
      },
    },
  }
}

function openEvents(health: Health, reader: Reader, trackingId: string): Requests {
  return {
    'publish and resolve an event': {
      everyMs: 1000,
      send: async () => health.revise(await health.publish(), 'resolve'),
    },
    'list events': {
      everyMs: 150,
      send: async () => expectStatus(await health.list(reader, SUBSCRIPTION), 200),
    },
    'read an event': {
      everyMs: 250,
      send: async () => expectStatus(await health.get(reader, SUBSCRIPTION, trackingId), 200),
    },
  }
}

function openLimits(quota: Quota, reader: Reader) {
  let asked = 0
  return {
    'ask for quota': {
      everyMs: 500,
      async send() {
        const resource = RESOURCES[asked % RESOURCES.length] ?? ''
        const answer = await quota.put(reader, SUBSCRIPTION, resource, 100 + (asked++ % 900))
        expectStatus(answer, 201)
        await quota.waitForRequest(reader, SUBSCRIPTION, answer.body.requestId)
      },
    },
    'list limits': {
      everyMs: 200,
      async send() {
        const path = quota.path(SUBSCRIPTION, 'serviceLimits')
        expectStatus(await quota.send(reader, 'GET', path), 200)
      },
    },
  } satisfies Requests
}
