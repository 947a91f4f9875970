import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import * as capErrors from '../../../src/areas/app-management/caps/errors.ts'
import * as areaErrors from '../../../src/areas/app-management/errors.ts'
import * as operatorTokenErrors from '../../../src/areas/app-management/operator/tokens/errors.ts'
import * as signInErrors from '../../../src/areas/app-management/sign-ins/errors.ts'
import * as lifeErrors from '../../../src/areas/app-management/tokens/life/errors.ts'
import * as quotaErrors from '../../../src/areas/quota/errors.ts'
import * as healthErrors from '../../../src/areas/service-health/errors.ts'
import * as statusErrors from '../../../src/areas/service-health/status-page/errors.ts'
import * as accountErrors from '../../../src/directory/accounts/errors.ts'
import * as nameErrors from '../../../src/directory/accounts/names/errors.ts'
import * as directoryErrors from '../../../src/directory/operators/errors.ts'
import * as repeatErrors from '../../../src/directory/repeats/errors.ts'
import * as subscriptionErrors from '../../../src/directory/subscriptions/errors.ts'
import type * as bearerErrors from '../../../src/identity/bearer/errors.ts'
import * as tokenErrors from '../../../src/identity/errors.ts'
import * as operatorErrors from '../../../src/identity/operator/errors.ts'
import * as unservedErrors from '../../../src/management-api/unserved/errors.ts'
import { openSeal } from '../../../src/platform/crypto/seal.ts'
import { useDatabase } from '../../support/database/use-database.ts'
import { type Answer, caller } from '../../support/http/http.ts'
import {
  closeAfterwards,
  FOR_ACCOUNT,
  openIssuer,
  personOf,
  trust,
} from '../../support/http/issuer.ts'
import { forgeBearer } from '../../support/http/signed-in.ts'
import { useServer } from '../../support/server/server.ts'
import { alertErrors, alertRefusals } from './alert-rule-refusals.ts'
import { capRefusals } from './cap-refusals.ts'
import { eventRefusals } from './event-refusals.ts'
import { ground } from './ground-refusals.ts'
import { useManagementStage } from './management-stage.ts'
import { operatorGround, operatorRefusals } from './operator-refusals.ts'
import { ownSignInRefusals } from './own-sign-in-refusals.ts'
import { provokeAll, type Section, toPage } from './page.ts'
import { failureRows } from './quota-failures.ts'
import { quotaOperatorRefusals, quotaRefusals } from './quota-refusals.ts'
import { type Stage, setStage } from './refusal-stage.ts'
import { type AtFirstSight, areaRefusals, type Refusal } from './refusals.ts'
import { healthRefusals, sharedRefusals } from './service-health-refusals.ts'
import { pageRefusals, tokenEndpointRefusals, useSignInStage } from './sign-in-refusals.ts'
import { statusRefusals } from './status-refusals.ts'
import { confirmationIn, operatorStepUpRefusals, stepUpRefusals } from './step-up-refusals.ts'
import * as texts from './texts.ts'
import { tokenLifeRefusals } from './token-life-refusals.ts'
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
    RATE_LIMITS: 'readBurst=1,readsPerSecond=0.1,anonymousBurst=1,anonymousPerSecond=0.1',
  },
})

const issuer = await openIssuer()
closeAfterwards(issuer)
const TRUSTED_ISSUERS = JSON.stringify([trust(issuer)])
const trusting = useServer({ databaseUrl, env: { TRUSTED_ISSUERS } })

const ISSUER = 'https://login.example.com'
const management = useManagementStage(issuer)
const signIn = useSignInStage()

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
    when: 'An API token and a bearer token in one request',
    provoke: ({ ada }) => askAs('x', ada.token),
  },
  bearerInvalid: {
    when: 'A bearer token of another service or another area',
    provoke: () => askAs('x'),
  },
  bearerExpired: {
    when: 'An expired bearer token',
    provoke: async ({ ada }) => {
      const expired = { sub: ada.id, iat: 1_750_000_000, exp: 1_750_000_000 + HOUR_S }
      return askAs(await forge(expired))
    },
  },
  bearerEnded: {
    when: 'A bearer token of an account that was disabled or signed out everywhere',
    provoke: async ({ disabled }) => askAs(await forge({ sub: disabled.id })),
  },
  emailNotVerified: {
    when: 'First sign-in through a trusted issuer, without a verified e-mail address',
    provoke: () => comeFirst({ email_verified: false }),
  },
  emailUnusable: {
    when: 'First sign-in through a trusted issuer, with an invalid e-mail address',
    about: ['grace.example.com', 'https://login.example.com'],
    provoke: () => comeFirst({ email: 'grace.example.com' }),
  },
  emailHeldByAnother: {
    when: 'First sign-in through a trusted issuer, with the e-mail address of another account',
    about: ['ada@example.com', 'https://login.example.com'],
    provoke: ({ ada }) => comeFirst({ email: ada.email }),
  },
}

/** Both shapes of the area's error body. The message ends with the correlation id, which is not for the page. */
function readAreaA({ status, body }: Answer): { code: string; message: string } {
  const text = expect.any(String)
  const nested = 'error' in body
  const shape = nested
    ? { error: { code: text, message: text } }
    : { statusCode: status, code: text, message: text, ...confirmationIn(body) }
  expect(body).toEqual(shape)
  const { code, message } = nested ? body.error : body
  expect(message).toContain(' Correlation ID: ')
  return { code, message: message.replace(/ Correlation ID: \S+$/, '').replace(issuer.url, ISSUER) }
}

function readAreaB({ body }: Answer) {
  const text = expect.any(String)
  expect(body).toEqual({ code: text, message: text, details: text })
  return body
}

function readException({ body }: Answer) {
  const text = expect.any(String)
  const shape = { code: text, message: text, details: expect.any(Array) }
  expect(body).toEqual({ error: { ...shape, ...confirmationIn(body.error) } })
  return body.error
}

const readOAuth = ({ body }: Answer) => ({ code: body.error, message: body.error_description })

const sections: Section[] = []
const ownerErrors = { ...accountErrors, ...nameErrors }

test('area A: every refusal happens and says what to do next', async () => {
  const ofArea = { ...areaRefusals, ...capRefusals, ...tokenLifeRefusals }
  const ofSignIns = { ...ownSignInRefusals(forge), ...stepUpRefusals(forge) }
  const all = { ...tokenRefusals, ...bearers, ...ofArea, ...ofSignIns, ...ground }
  const ofTokens = { ...lifeErrors, ...signInErrors }
  const directory = { ...ownerErrors, ...repeatErrors }
  const known = { ...areaErrors, ...directory, ...capErrors, ...ofTokens, ...tokenErrors }
  const rows = await provokeAll(stage, all, known, readAreaA)
  // What happened, and what to do: more than one sentence.
  for (const { message } of rows) expect(message).toMatch(/^\S.{10,}[.:] \S.{8,}\.$/)
  sections.push({ title: 'Area A: app management', text: texts.AREA_A, rows })
})

test('area B: every refusal happens', async () => {
  const shared = await provokeAll(management, sharedRefusals, {}, readAreaB)
  sections.push({
    title: 'Areas B and C: every operation',
    text: texts.AREAS_B_AND_C,
    rows: shared,
  })
  const rows = await provokeAll(management, healthRefusals, healthErrors, readAreaB)
  sections.push({ title: 'Area B: service health', text: texts.AREA_B, rows })
})

test('area C: every refusal happens', async () => {
  const known = { ...quotaErrors, ...repeatErrors, ...unservedErrors }
  const rows = await provokeAll(management, quotaRefusals, known, readException)
  sections.push({ title: 'Area C: quota', text: texts.AREA_C, rows })
  const failures = {
    title: 'Area C: how a quota request fails',
    text: texts.FAILURES,
    status: 'State',
  }
  sections.push({ ...failures, rows: failureRows })
})

test('the status page: every refusal happens', async () => {
  const rows = await provokeAll(management, statusRefusals, statusErrors, readException)
  sections.push({ title: 'Area B: the status page', text: texts.STATUS_PAGE, rows })
})

test('notifications and alert rules: every refusal happens', async () => {
  const rows = await provokeAll(management, alertRefusals, alertErrors, readException)
  sections.push({ title: 'Areas B and C: notifications', text: texts.NOTIFICATIONS, rows })
})

test('the quota guide says what to do about each code with which a request fails', () => {
  const guide = readFileSync('docs/guides/quota.md', 'utf8')
  for (const { code } of failureRows) expect(guide).toContain(`\`${code}\``)
})

test('operators: every refusal happens', async () => {
  const areas = { ...healthErrors, ...quotaErrors, ...areaErrors, ...operatorTokenErrors }
  const directory = { ...ownerErrors, ...directoryErrors, ...subscriptionErrors, ...repeatErrors }
  const ofParts = { ...eventRefusals, ...quotaOperatorRefusals, ...operatorRefusals }
  const all = { ...operatorGround, ...operatorStepUpRefusals, ...ofParts }
  const errors = { ...areas, ...directory, ...operatorErrors }
  const rows = await provokeAll(management, all, errors, readException)
  sections.push({ title: 'Operators: `/operator/v1`', text: texts.OPERATORS, rows })
})

test('sign-in: the refusals of its pages and endpoints happen', async () => {
  const rows = [
    ...(await provokeAll(signIn, tokenEndpointRefusals, {}, readOAuth)),
    ...(await provokeAll(signIn, pageRefusals, {}, readOAuth)),
  ]
  sections.push({ title: 'Sign-in: `/oauth2`', text: texts.SIGN_IN, rows })
})

test('docs/errors.md lists these refusals', async () => {
  expect(sections).toHaveLength(9)
  await expect(toPage(sections)).toMatchFileSnapshot('../../../docs/errors.md')
})
