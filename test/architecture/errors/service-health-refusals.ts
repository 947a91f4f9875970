import type * as healthErrors from '../../../src/areas/service-health/errors.ts'
import { addRoles } from '../../support/world/crowds.ts'
import type { ManagementStage } from './management-stage.ts'
import type { RefusalOn } from './page.ts'

type Refusal = RefusalOn<ManagementStage>
type ForReaders =
  | 'startTimeUnreadable'
  | 'eventNotFound'
  | 'resourceNotFound'
  | 'detailsForbidden'
  | 'resourcesForbidden'
  | 'advisoryNotFound'
  | 'eventNotVisible'
  | 'tenantDetailsForbidden'
  | 'tenantTooLarge'
  | 'metadataNotFound'
  | 'emergingIssueNotFound'

const V = 'api-version=2025-05-01'
const HOUR_S = 3600
const METADATA = ['status', 'level', 'supportedEventTags', 'supportedServices', 'supportedRegions']
const PROVIDER = '/providers/Microsoft.ResourceHealth'

/** Refusals that areas B and C share; area B answers here. */
export const sharedRefusals: Record<string, Refusal> = {
  bearerMissing: {
    when: 'No access token is sent',
    provoke: ({ sendText, healthPath }) => sendText(`GET ${healthPath('sub-a')}?${V} HTTP/1.1`),
  },
  bearerInvalid: {
    when: 'An access token of another service or for another area',
    provoke: ({ withBearer }) => withBearer('x'),
  },
  bearerExpired: {
    when: 'An expired access token',
    provoke: async ({ withBearer, forge, people }) => {
      const expired = { sub: people.rex.id, iat: 1_750_000_000, exp: 1_750_000_000 + HOUR_S }
      return withBearer(await forge(expired))
    },
  },
  bearerEnded: {
    when: 'An access token of an account that was disabled or signed out everywhere',
    provoke: async ({ withBearer, addReader, database }) => {
      const { id, bearer } = await addReader()
      const disabled = { disabled_at: new Date() }
      await database.db.updateTable('account').set(disabled).where('id', '=', id).execute()
      return withBearer(bearer)
    },
  },
  subscriptionMissing: {
    when: 'An empty subscription id',
    provoke: ({ withBearer, people, healthPath }) =>
      withBearer(people.rex.bearer, `${healthPath('')}?${V}`),
  },
  subscriptionNotVisible: {
    when: 'A subscription that does not exist, or on which the caller has no role',
    provoke: ({ withBearer, people, healthPath }) =>
      withBearer(people.rex.bearer, `${healthPath('sub-z')}?${V}`),
  },
  apiVersionMissing: {
    when: 'A missing or empty `api-version`',
    provoke: ({ events }) => events(''),
  },
  apiVersionUnsupported: {
    when: 'An unknown `api-version`, or more than one',
    provoke: ({ events }) => events('?api-version=1999-01-01'),
  },
  filterUnreadable: {
    when: 'An invalid `$filter`',
    provoke: ({ events }) => events(`?${V}&$filter=priority lk 5`),
  },
  parameterTwice: {
    when: 'A query parameter sent twice',
    provoke: ({ events }) => events(`?${V}&$filter=&$filter=`),
  },
  cursorInvalid: {
    when: 'A skip token that was changed or belongs to another list',
    provoke: ({ events }) => events(`?${V}&$skipToken=xyz`),
  },
  pathNotFound: {
    when: 'A path or method that does not exist',
    provoke: ({ events }) => events(`/a/b/c/d?${V}`),
  },
  urlInvalid: {
    when: 'A path that is not percent-encoded correctly',
    provoke: ({ events }) => events(`/%zz?${V}`),
  },
  segmentTooLong: {
    when: 'A path segment of more than 500 characters',
    provoke: ({ events }) => events(`/${'x'.repeat(600)}?${V}`),
  },
  urlTooLong: {
    when: 'A URL of more than 16 KiB',
    provoke: ({ events }) => events(`?${V}&x=${'y'.repeat(17_000)}`),
  },
  fragmentSent: {
    when: 'A URL that contains `#`',
    provoke: ({ sendText, healthPath }) => sendText(`GET ${healthPath('sub-a')}?${V}#x HTTP/1.1`),
  },
  tooManyParameters: {
    when: 'More than 200 query parameters',
    provoke: ({ events }) => events(`?${V}${'&a=1'.repeat(201)}`),
  },
  headersTooLarge: {
    when: 'Headers of more than 16 KiB',
    provoke: ({ sendText, healthPath }) =>
      sendText(`GET ${healthPath('sub-a')}?${V} HTTP/1.1\r\nx: ${'y'.repeat(17_000)}`),
  },
  tooManyRequests: {
    when: 'More requests than the rate limits allow',
    provoke: async ({ callLimited, people }) => {
      await callLimited(people.rex)
      return callLimited(people.rex)
    },
  },
}

/** Every refusal that area B has for readers, or this file does not compile. */
export const healthRefusals: Record<Extract<keyof typeof healthErrors, ForReaders>, Refusal> = {
  startTimeUnreadable: {
    when: 'An invalid `queryStartTime`',
    provoke: ({ events }) => events(`?${V}&queryStartTime=never`),
  },
  eventNotFound: {
    when: 'An event that does not exist or does not affect the subscription',
    about: ['TIDE-99'],
    provoke: ({ events }) => events(`/TIDE-99?${V}`),
  },
  resourceNotFound: {
    when: 'A resource that the event does not affect',
    about: ['x'],
    provoke: async ({ events, publish }) => events(`/${await publish()}/impactedResources/x?${V}`),
  },
  detailsForbidden: {
    when: 'Reading the details of a sensitive event with the reader role',
    provoke: async ({ events, publish }) =>
      events(`/${await publish({ isEventSensitive: true })}/fetchEventDetails?${V}`, 'POST'),
  },
  resourcesForbidden: {
    when: 'Requesting the resources that a security advisory affects with the reader role',
    provoke: async ({ events, publish }) =>
      events(`/${await publish({ eventType: 'SecurityAdvisory' })}/impactedResources?${V}`),
  },
  advisoryNotFound: {
    when: 'Requesting the security advisory resources of an event that is not a security advisory',
    about: ['TIDE-2'],
    provoke: async ({ withBearer, people, healthPath, publish }) => {
      const id = await publish({ trackingId: 'TIDE-2' })
      const list = `${healthPath('sub-a')}/${id}/listSecurityAdvisoryImpactedResources`
      return withBearer(people.ada.bearer, `${list}?${V}`)
    },
  },
  eventNotVisible: {
    when: 'At tenant level: an event that does not affect any subscription of the caller',
    about: ['TIDE-99'],
    provoke: ({ withBearer, people }) =>
      withBearer(people.rex.bearer, `${PROVIDER}/events/TIDE-99?${V}`),
  },
  tenantDetailsForbidden: {
    when: 'At tenant level: reading sensitive details or resources with the reader role',
    provoke: async ({ withBearer, people, publish }) => {
      const id = await publish({ isEventSensitive: true })
      return withBearer(people.rex.bearer, `${PROVIDER}/events/${id}/impactedResources?${V}`)
    },
  },
  tenantTooLarge: {
    when: 'At tenant level: a caller with roles on more than 1,000 subscriptions',
    about: ['1,000 subscriptions'],
    provoke: async ({ withBearer, addReader, database }) => {
      const { id, bearer } = await addReader()
      await addRoles(database.db, id, 1001)
      return withBearer(bearer, `${PROVIDER}/events?${V}`)
    },
  },
  metadataNotFound: {
    when: 'Metadata with a name that does not exist',
    about: ['tides', METADATA],
    provoke: ({ withBearer, people }) =>
      withBearer(people.rex.bearer, `${PROVIDER}/metadata/tides?${V}`),
  },
  emergingIssueNotFound: {
    when: 'Emerging issues with a name other than `default`',
    about: ['tides'],
    provoke: ({ withBearer, people }) =>
      withBearer(people.rex.bearer, `${PROVIDER}/emergingIssues/tides?${V}`),
  },
}
