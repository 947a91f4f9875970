import type * as lifeErrors from '../../../src/areas/app-management/tokens/life/errors.ts'
import { NEW_TOKEN } from '../../support/http/http.ts'
import { insertOrganization } from '../../support/world/world.ts'
import type { Refusal } from './refusals.ts'

export const tokenLifeRefusals: Record<keyof typeof lifeErrors, Refusal> = {
  lifeTooLong: {
    when: 'A new token that would be valid for longer than the organization or the installation allows',
    about: [90],
    provoke: async ({ call, db, ada }) => {
      const { name } = await insertOrganization(db, { [ada.id]: 'admin' })
      await call(ada.token, 'PUT', `/v0.1/orgs/${name}/token_life`, { longest_days: 90 })
      const body = { ...NEW_TOKEN, expires_at: '2999-01-01T00:00:00Z' }
      return call(ada.token, 'POST', `/v0.1/orgs/${name}/api_tokens`, body)
    },
  },
  defaultBeyondLongest: {
    when: 'A default token lifetime that is longer than the maximum',
    about: [30, 7],
    provoke: ({ call, ada, harbour }) =>
      call(ada.token, 'PUT', `/v0.1/orgs/${harbour.name}/token_life`, {
        longest_days: 7,
        default_days: 30,
      }),
  },
}
