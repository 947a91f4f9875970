import { makeToken } from '../../../src/directory/api-token.ts'
import type * as tokenErrors from '../../../src/identity/errors.ts'
import { insertToken } from '../../support/world/samples.ts'
import type { Refusal } from './refusals.ts'

/** Every refusal of an API token has its entry here, or this file does not compile. */
export const tokenRefusals: Record<Exclude<keyof typeof tokenErrors, 'foreignForm'>, Refusal> = {
  tokenMissing: {
    when: 'No token is sent',
    provoke: ({ call }) => call(undefined, 'GET', '/v0.1/user'),
  },
  tokenMalformed: {
    when: 'The header does not contain a token',
    provoke: ({ call }) => call('x', 'GET', '/v0.1/user'),
  },
  tokenUnknown: {
    when: 'An unknown token',
    provoke: ({ call, ada }) => call(makeToken('user', ada.id).value, 'GET', '/v0.1/user'),
  },
  tokenRevoked: {
    when: 'A revoked token',
    about: [new Date('2026-03-31T10:20:30Z')],
    provoke: async ({ call, db, ada }) => {
      const revokedAt = new Date('2026-03-31T10:20:30Z')
      return call((await insertToken(db, { homeId: ada.id, revokedAt })).value, 'GET', '/v0.1/user')
    },
  },
  tokenExpired: {
    when: 'An expired token',
    about: [new Date('2026-03-31T10:20:30Z')],
    provoke: async ({ call, db, ada }) => {
      const expiresAt = new Date('2026-03-31T10:20:30Z')
      return call((await insertToken(db, { homeId: ada.id, expiresAt })).value, 'GET', '/v0.1/user')
    },
  },
  orgTokensOff: {
    when: 'An organization token, with `ORG_TOKENS=false`',
    provoke: async ({ callWithoutOrgTokens, db, harbour, ada }) => {
      const token = await insertToken(db, { kind: 'org', homeId: harbour.id, createdBy: ada.id })
      return callWithoutOrgTokens(token.value, 'GET', '/v0.1/apps')
    },
  },
  accountDisabled: {
    when: 'A token of a disabled account',
    provoke: ({ call, disabled }) => call(disabled.token, 'GET', '/v0.1/user'),
  },
}
