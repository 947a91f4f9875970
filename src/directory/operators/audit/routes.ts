import type { Db } from '../../../platform/db/connect.ts'
import { readTime } from '../../../platform/filter/time.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import { asItIs } from '../../../platform/http/serialization.ts'
import { type OpenPage, PAGE_SIZE } from '../../../platform/paging/page.ts'
import { invalidTime } from '../errors.ts'
import { operatorOperation } from '../operation.ts'
import * as store from './store.ts'
import { AuditList, AuditQuery, type AuditRecord } from './wire.ts'

const PATH = '/operator/v1/audit'

export function auditRoutes(app: Routes, db: Db, openPage: OpenPage): void {
  app.get(
    PATH,
    {
      ...operatorOperation('listAudit', {
        tag: 'audit',
        summary: 'List changes, sign-ins and rejected attempts, newest first',
        querystring: AuditQuery,
        answers: { 200: answer('A page of audit entries.', ref(AuditList)) },
      }),
      serializerCompiler: asItIs,
    },
    async ({ query: { $skiptoken: cursor, from, to, ...rest }, url }) => {
      const { scope, actor, action } = rest
      const page = openPage<{ time: number; id: string }>({
        url,
        cursor,
        scope: ['audit', scope, actor, action, from, to],
      })
      const rows = await store.listAudit(db, {
        ...rest,
        from: readBound('from', from),
        to: readBound('to', to),
        before: page.after && { at: new Date(page.after.time), id: page.after.id },
        limit: PAGE_SIZE + 1,
      })
      return page.answer(rows, toRecord, ({ at, id }) => ({ time: at.getTime(), id }))
    },
  )
}

/** The schema lets a leap second and the year 0 pass, which are no times here. */
function readBound(name: string, text: string | undefined): Date | undefined {
  const at = text === undefined ? undefined : readTime(text)
  if (text !== undefined && at === undefined) throw invalidTime(name)
  return at
}

const toRecord = (row: store.AuditRow): AuditRecord => ({ ...row, at: row.at.toISOString() })
