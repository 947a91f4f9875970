import { Type } from 'typebox'
import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { pathParams, ref } from '../../../platform/http/schema.ts'
import type { ProductClock } from '../../../platform/time.ts'
import { emergingIssueNotFound } from '../errors.ts'
import { operation } from '../operation.ts'
import { ApiVersionQuery } from '../wire.ts'
import { toActiveEvent } from './rules.ts'
import { listEmergingIssues } from './store.ts'
import { EmergingIssue, EmergingIssueList } from './wire.ts'

const tag = 'emerging issues'
/** The one name that published clients have. */
const NAME = 'default'
const MOST_EVENTS = 100

type Deps = Readonly<{ db: Db; productTime: ProductClock; vendorNamespace: string }>

export function emergingIssueRoutes(app: Routes, deps: Deps): void {
  const { db, productTime, vendorNamespace } = deps
  const path = `/providers/${vendorNamespace}.ResourceHealth/emergingIssues`
  const querystring = Type.Object(ApiVersionQuery)
  const readIssue = async (): Promise<EmergingIssue> => {
    const type = `/providers/${vendorNamespace}.ResourceHealth/emergingissues`
    const rows = await listEmergingIssues(db, MOST_EVENTS)
    return {
      id: `${type}/${NAME}`,
      name: NAME,
      type,
      properties: {
        refreshTimestamp: productTime().toISOString(),
        statusBanners: [],
        statusActiveEvents: rows.map((row) =>
          toActiveEvent(row.tracking_id, row.record, row.last_update_time),
        ),
      },
    }
  }
  app.get(
    path,
    operation('listEmergingIssues', 'read emerging issues', {
      tag,
      summary: 'List the emerging issues',
      querystring,
      answer: { description: 'One entry, `default`.', ...ref(EmergingIssueList) },
    }),
    async () => ({ value: [await readIssue()] }),
  )
  app.get(
    `${path}/:issueName`,
    operation('getEmergingIssues', 'read emerging issues', {
      tag,
      summary: 'Get the emerging issues by name, which is `default`',
      params: pathParams('issueName'),
      querystring,
      answer: { description: 'The emerging issues.', ...ref(EmergingIssue) },
    }),
    async ({ params }) => {
      if (params.issueName.toLowerCase() !== NAME) throw emergingIssueNotFound(params.issueName)
      return readIssue()
    },
  )
}
