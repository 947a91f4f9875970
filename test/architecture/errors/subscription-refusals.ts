import type { ManagementStage } from './management-stage.ts'
import type { RefusalOn } from './page.ts'

const ID = '019a8b6e-0000-7000-8000-000000000000'

/** Of subscriptions themselves. */
export const subscriptionRefusals = {
  subscriptionNotFound: {
    when: 'A subscription that does not exist',
    about: ['sub-z'],
    provoke: ({ callAsOperator }) => callAsOperator('GET', '/subscriptions/sub-z'),
  },
  subscriptionExists: {
    when: 'A subscription id that is already in use',
    about: ['sub-a'],
    provoke: async ({ callAsOperator, people }) => {
      const organization = { name: `harbour`, admin_id: people.ada.id }
      const { body } = await callAsOperator('POST', '/organizations', organization)
      const input = { id: 'sub-a', organization_id: body.id, display_name: 'Tide tables' }
      return callAsOperator('POST', '/subscriptions', input)
    },
  },
  subscriptionRetired: {
    when: 'A role on a subscription that is retired',
    about: ['lighthouse'],
    provoke: async ({ callAsOperator, addSubscription, people }) => {
      await addSubscription('lighthouse', {})
      await callAsOperator('POST', '/subscriptions/lighthouse/retire')
      const path = `/subscriptions/lighthouse/roles/${people.ada.id}`
      return callAsOperator('PUT', path, { role: 'reader' })
    },
  },
  organizationNotFound: {
    when: 'An organization that does not exist',
    about: [ID],
    provoke: ({ callAsOperator }) =>
      callAsOperator('POST', '/subscriptions', {
        organization_id: ID,
        display_name: 'Tide tables',
      }),
  },
} satisfies Record<string, RefusalOn<ManagementStage>>
