import { insertPerson } from '../../support/world/world.ts'
import type { ManagementStage } from './management-stage.ts'
import type { RefusalOn } from './page.ts'

/** Of the identities of an account at trusted issuers. */
export const identityRefusals = {
  issuerNotTrusted: {
    when: 'Connecting an identity of an issuer that is not trusted',
    about: ['https://other.example'],
    provoke: ({ callAsOperator, people }) =>
      callAsOperator('POST', `/accounts/${people.ada.id}/identities`, {
        issuer: 'https://other.example',
        subject: 'ada',
      }),
  },
  identityTaken: {
    when: 'Connecting an identity that belongs to another account',
    about: 'varies',
    provoke: async ({ callAsOperator, people, trustedIssuer: issuer }) => {
      const link = (id: string) =>
        callAsOperator('POST', `/accounts/${id}/identities`, { issuer, subject: 'taken' })
      await link(people.rex.id)
      return link(people.ada.id)
    },
  },
  tooManyIdentities: {
    when: 'Connecting more than 20 identities to an account',
    about: [20],
    provoke: async ({ callAsOperator, database, trustedIssuer: issuer }) => {
      const { id } = await insertPerson(database.db)
      const link = (subject: string) =>
        callAsOperator('POST', `/accounts/${id}/identities`, { issuer, subject })
      for (let n = 0; n < 20; n++) await link(`many-${n}`)
      return link('one too many')
    },
  },
  identityNotFound: {
    when: 'Disconnecting an identity that the account does not have',
    about: 'varies',
    provoke: ({ callAsOperator, people, trustedIssuer: issuer }) => {
      const identity = new URLSearchParams({ issuer, subject: 'nobody' })
      return callAsOperator('DELETE', `/accounts/${people.ada.id}/identities?${identity}`)
    },
  },
} satisfies Record<string, RefusalOn<ManagementStage>>
