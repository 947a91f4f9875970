import { insertPerson } from '../../support/world/world.ts'
import type { ManagementStage } from './management-stage.ts'
import type { RefusalOn } from './page.ts'

const ID = '019a8b6e-0000-7000-8000-000000000000'

/** Of roles on subscriptions, and of the groups of trusted issuers with their roles in organizations. */
export const roleRefusals = {
  groupNotFound: {
    when: 'A group that does not exist',
    about: [ID],
    provoke: ({ callAsOperator }) => callAsOperator('DELETE', `/groups/${ID}`),
  },
  groupExists: {
    when: 'Registering a group that is already registered',
    about: 'varies',
    provoke: async ({ addGroup }) => {
      await addGroup('twice')
      return addGroup('twice')
    },
  },
  issuerWithoutSignIn: {
    when: 'A group of an issuer at which people cannot sign in',
    about: ['https://other.example'],
    provoke: ({ callAsOperator }) =>
      callAsOperator('POST', '/groups', { issuer: 'https://other.example', value: 'crew' }),
  },
  groupRoleNotFound: {
    when: 'Removing a role that a group does not have in an organization',
    about: 'varies',
    provoke: async ({ callAsOperator, addGroup }) => {
      const { body } = await addGroup('without roles')
      return callAsOperator('DELETE', `/groups/${body.id}/organizations/${ID}`)
    },
  },
  principalNotFound: {
    when: 'A role for an id of nothing that can have one',
    about: [ID],
    provoke: ({ callAsOperator }) =>
      callAsOperator('PUT', `/subscriptions/sub-a/roles/${ID}`, { role: 'reader' }),
  },
  notAnOrganization: {
    when: 'A role with `includes_collaborators` for anything but an organization',
    about: 'varies',
    provoke: ({ callAsOperator, people }) =>
      callAsOperator('PUT', `/subscriptions/sub-a/roles/${people.ada.id}`, {
        role: 'reader',
        includes_collaborators: true,
      }),
  },
  roleNotFound: {
    when: 'Removing a role that does not exist',
    about: 'varies',
    provoke: async ({ callAsOperator, database }) => {
      const { id } = await insertPerson(database.db)
      return callAsOperator('DELETE', `/subscriptions/sub-a/roles/${id}`)
    },
  },
} satisfies Record<string, RefusalOn<ManagementStage>>
