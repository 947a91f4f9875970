import { sql } from 'kysely'
import type * as accountErrors from '../../../src/directory/accounts/errors.ts'
import type * as nameErrors from '../../../src/directory/accounts/names/errors.ts'
import { insertOrganization } from '../../support/world/world.ts'
import type { AtFirstSight, Refusal } from './refusals.ts'

type Errors = typeof accountErrors & typeof nameErrors
/** Only the operator API says these. */
type ToOperators = 'accountNotFound' | 'emailTaken' | 'noFreedName'

const newApp = { display_name: 'New', os: 'Linux', platform: 'Custom' }

/** Every refusal of a name or an e-mail address has its entry here, or this file does not compile. */
export const nameRefusals: Record<Exclude<keyof Errors, ToOperators | AtFirstSight>, Refusal> = {
  invalidName: {
    when: 'An invalid name',
    about: ['-x'],
    provoke: ({ call, ada }) => call(ada.token, 'POST', '/v0.1/apps', { ...newApp, name: '-x' }),
  },
  noNameFound: {
    when: 'No name is sent, and it cannot be derived from `display_name`',
    provoke: ({ call, ada }) =>
      call(ada.token, 'POST', '/v0.1/apps', { ...newApp, display_name: '???' }),
  },
  blankDisplayName: {
    when: 'A display name that contains only white space',
    provoke: ({ call, ada }) => call(ada.token, 'PATCH', '/v0.1/user', { display_name: '  ' }),
  },
  invalidEmail: {
    when: 'An invitation to an invalid e-mail address',
    about: ['bob.example.com'],
    provoke: ({ call, ada }) =>
      call(ada.token, 'POST', '/v0.1/apps/ada/tide/invitations', { user_email: 'bob.example.com' }),
  },
  nameTaken: {
    when: 'A name that another owner uses',
    about: ['bob'],
    provoke: ({ call, ada }) => call(ada.token, 'POST', '/v0.1/orgs', { name: 'bob' }),
  },
  keptNamesLimitReached: {
    when: 'Renaming an organization that already has five reserved former names',
    about: [5],
    provoke: async ({ call, db, ada }) => {
      const { id, name } = await insertOrganization(db, { [ada.id]: 'admin' })
      await sql`insert into freed_name
        select 'kept' || n, ${id}, null, now() from generate_series(1, 5) as n`.execute(db)
      return call(ada.token, 'PATCH', `/v0.1/orgs/${name}`, { name: 'sixth' })
    },
  },
  nameFreedLately: {
    when: 'A name that is reserved for its previous owner, for 90 days after a deletion or a rename',
    about: ['pharos', new Date('2999-04-01')],
    provoke: async ({ call, db, ada }) => {
      await sql`insert into freed_name
        values ('pharos', gen_random_uuid(), null, '2999-01-01T00:00:00Z')`.execute(db)
      return call(ada.token, 'POST', '/v0.1/orgs', { name: 'pharos' })
    },
  },
}
