import type * as rotationErrors from '../../../src/areas/app-management/tokens/rotation/errors.ts'
import { insertToken } from '../../support/world/samples.ts'
import type { Refusal } from './refusals.ts'

const rotate = (id: string) => `/v0.1/api_tokens/${id}/rotate`

export const tokenRotationRefusals: Record<keyof typeof rotationErrors, Refusal> = {
  tokenToRotateNotFound: {
    when: 'Rotating a token that does not exist, or that is not visible to the caller',
    provoke: ({ call, ada, bob }) => call(ada.token, 'POST', rotate(bob.tokenId)),
  },
  creatorRotates: {
    when: 'Rotating a token that another user created',
    provoke: async ({ call, db, ada, bob, harbour }) => {
      const { id } = await insertToken(db, { kind: 'org', homeId: harbour.id, createdBy: bob.id })
      return call(ada.token, 'POST', `/v0.1/orgs/harbour/api_tokens/${id}/rotate`)
    },
  },
  rotatedOutlivesCaller: {
    when: 'Rotating a token with a token that expires earlier',
    about: [new Date('2990-01-01T00:00:00Z')],
    provoke: async ({ call, db, ada }) => {
      const expiresAt = new Date('2990-01-01T00:00:00Z')
      const { value } = await insertToken(db, { homeId: ada.id, expiresAt })
      return call(value, 'POST', rotate(ada.tokenId))
    },
  },
  previousValueRotates: {
    when: 'Rotating a token with its own previous value',
    provoke: async ({ call, db, ada }) => {
      const { value } = await insertToken(db, { homeId: ada.id })
      await call(value, 'POST', rotate('current'))
      return call(value, 'POST', rotate('current'))
    },
  },
  expiredTokenStays: {
    when: 'Rotating an expired token',
    provoke: async ({ call, db, ada }) => {
      const expiresAt = new Date('2026-03-31T10:20:30Z')
      const { id } = await insertToken(db, { homeId: ada.id, expiresAt })
      return call(ada.token, 'POST', rotate(id))
    },
  },
}
