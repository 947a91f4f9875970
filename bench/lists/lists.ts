import { listApps } from '../../src/areas/app-management/apps/store.ts'
import { listOrganizations } from '../../src/areas/app-management/operator/store.ts'
import { listWaiting } from '../../src/areas/quota/operator/decisions/store.ts'
import { listEvents } from '../../src/areas/service-health/operator/events/store.ts'
import { listAccounts } from '../../src/directory/accounts/store.ts'
import { listAudit } from '../../src/directory/operators/audit/store.ts'
import { listSubscriptions } from '../../src/directory/subscriptions/store.ts'
import type { Db } from '../../src/platform/db/connect.ts'
import { PAGE_SIZE } from '../../src/platform/paging/page.ts'
import type { Label } from '../figures/aims.ts'

/** Ids that `fill/lists.ts` gives. */
export const APPS_OWNER = '01a1dd03-7b80-7a71-811c-8bcccd5a6b01'
export const RARE_ACTOR = '01a1dd03-7b80-7a71-811c-8bcccd5a6b02'
export const ONE_SCOPE = 'scope-77'
export const APPS = '/v0.1/apps'
/** As many apps as an account can own by default. */
export const MOST_APPS = 2000

export type List = Readonly<{
  label: Label
  path: string
  /** The one statement of the bare route: that of the server, for all rows that the response has. */
  read: (db: Db) => Promise<unknown>
}>

const limit = PAGE_SIZE + 1
const operator = (noun: string) => `/operator/v1/${noun}`

/** Each with the path that is loaded and the statement of its bare route. */
export const LISTS: readonly List[] = [
  {
    label: 'list of 2,000 apps, relative to a bare route',
    path: APPS,
    read: (db) => listApps(db, { accountId: APPS_OWNER }, APPS_OWNER, MOST_APPS),
  },
  {
    label: 'newest audit entries, relative to a bare route',
    path: operator('audit'),
    read: (db) => listAudit(db, { limit }),
  },
  {
    label: 'audit entries of a rare actor, relative to a bare route',
    path: operator(`audit?actor=${RARE_ACTOR}`),
    read: (db) => listAudit(db, { actor: RARE_ACTOR, limit }),
  },
  {
    label: 'audit entries of one scope, relative to a bare route',
    path: operator(`audit?scope=${ONE_SCOPE}`),
    read: (db) => listAudit(db, { scope: ONE_SCOPE, limit }),
  },
  {
    label: 'list of accounts, relative to a bare route',
    path: operator('accounts'),
    read: (db) => listAccounts(db, { limit }),
  },
  {
    label: 'list of subscriptions, relative to a bare route',
    path: operator('subscriptions'),
    read: (db) => listSubscriptions(db, { limit }),
  },
  {
    label: 'list of organizations, relative to a bare route',
    path: operator('organizations'),
    read: (db) => listOrganizations(db, { limit }),
  },
  {
    label: 'events for operators, relative to a bare route',
    path: operator('events'),
    read: (db) => listEvents(db, { limit }),
  },
  {
    label: 'waiting quota requests, relative to a bare route',
    path: operator('quota/waiting'),
    read: (db) => listWaiting(db, { after: undefined, limit }),
  },
]
