import { randomUUID } from 'node:crypto'
import type * as healthErrors from '../../../src/areas/service-health/errors.ts'
import type { ManagementStage } from './management-stage.ts'
import type { RefusalOn } from './page.ts'
import type { healthRefusals } from './service-health-refusals.ts'

type Refusal = RefusalOn<ManagementStage>
type ForOperators = Exclude<keyof typeof healthErrors, keyof typeof healthRefusals>

const EVENT = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
const impactOf = (impactedService: string, ...impactedRegions: string[]) => ({
  impact: [{ impactedService, ...(impactedRegions.length > 0 && { impactedRegions }) }],
})
/** As many regions as this, 200 for each service at most. */
const regions = (count: number) => {
  const names = Array.from({ length: count }, (_, number) => `Region ${number}`)
  const services = Array.from({ length: Math.ceil(count / 200) }, (_, number) => ({
    impactedService: `Service ${number}`,
    impactedRegions: names.slice(number * 200, (number + 1) * 200),
  }))
  return { impact: services }
}
const post = ({ callAsOperator }: ManagementStage, input: object, headers = {}) =>
  callAsOperator('POST', '/events', { ...EVENT, ...input }, headers)
const change = (
  { callAsOperator }: ManagementStage,
  trackingId: string,
  way: string,
  body: object,
) => callAsOperator('POST', `/events/${trackingId}/${way}`, body)

/** Every refusal of publishing, or this file does not compile. */
export const eventRefusals: Record<ForOperators, Refusal> = {
  eventExists: {
    when: 'A tracking id that is already in use',
    about: ['TIDE-1'],
    provoke: async (stage) => {
      await post(stage, { trackingId: 'TIDE-1' })
      return post(stage, { trackingId: 'TIDE-1' })
    },
  },
  eventResolvedAlready: {
    when: 'Resolving an event that is already resolved',
    provoke: async (stage) => {
      const trackingId = await stage.publish()
      await change(stage, trackingId, 'resolve', {})
      return change(stage, trackingId, 'resolve', {})
    },
  },
  eventActiveAlready: {
    when: 'Reopening an event that is still active',
    provoke: async (stage) => change(stage, await stage.publish(), 'reopen', {}),
  },
  serviceRegionUnknown: {
    when: 'A service or region in `where` that the event does not affect',
    about: [{ impactedService: 'Storage', impactedRegion: 'North US' }],
    provoke: async (stage) => {
      const where = [{ impactedService: 'Storage', impactedRegion: 'North US' }]
      return change(stage, await stage.publish(impactOf('Storage', 'West US')), 'updates', {
        where,
        summary: 'More.',
      })
    },
  },
  regionsTooMany: {
    when: 'An event with more than 2,000 regions',
    about: [2001, 2000],
    provoke: (stage) => post(stage, { ...regions(2001), allowUnknownNames: true }),
  },
  eventTooLarge: {
    when: 'An event of more than 1 MiB',
    about: [1048576],
    provoke: async (stage) => {
      const trackingId = await stage.publish(regions(1000))
      return change(stage, trackingId, 'updates', { summary: 'x'.repeat(20_000) })
    },
  },
  drillForOthers: {
    when: 'A drill for everyone or for a footprint',
    provoke: (stage) => post(stage, { isDrill: true }),
  },
  resourceOfAnother: {
    when: 'An impacted resource that belongs to another subscription',
    about: ['/subscriptions/sub-b/x', 'sub-a'],
    provoke: async (stage) => {
      const add = [{ subscriptionId: 'sub-a', targetResourceId: '/subscriptions/sub-b/x' }]
      return change(stage, await stage.publish(), 'impactedResources', { add })
    },
  },
  finalReviewThere: {
    when: 'A preliminary review after the final review',
    provoke: async (stage) => {
      const trackingId = await stage.publish()
      await change(stage, trackingId, 'reviews', { stage: 'final', description: 'The cause.' })
      const stageOf = { stage: 'preliminary', description: 'So far.' }
      return change(stage, trackingId, 'reviews', stageOf)
    },
  },
  audienceDoesNotFit: {
    when: 'The audience `subscriptions` without a subscription, or another audience with subscriptions',
    provoke: (stage) => post(stage, { audience: { kind: 'everyone', subscriptions: ['sub-a'] } }),
  },
  subscriptionsUnknown: {
    when: 'An audience with subscriptions that do not exist',
    about: [['sub-z']],
    provoke: (stage) =>
      post(stage, { audience: { kind: 'subscriptions', subscriptions: ['sub-z'] } }),
  },
  guidsDiffer: {
    when: 'A GUID that differs from the GUID of the service',
    about: 'varies',
    provoke: async (stage) => {
      await stage.publish(impactOf('Buoys'))
      const impact = [{ impactedService: 'Buoys', impactedServiceGuid: randomUUID() }]
      return post(stage, { impact })
    },
  },
  guidOfAnother: {
    when: 'A GUID that belongs to another service',
    about: [['Tugs']],
    provoke: async (stage) => {
      const impactedServiceGuid = randomUUID()
      await stage.publish({ impact: [{ impactedService: 'Pilots', impactedServiceGuid }] })
      const impact = [{ impactedService: 'Tugs', impactedServiceGuid }]
      return post(stage, { impact, allowUnknownNames: true })
    },
  },
  namesUnknown: {
    when: 'A service or region that does not occur in any event, footprint or catalogue',
    about: 'varies',
    provoke: (stage) => post(stage, impactOf('Piloots')),
  },
}
