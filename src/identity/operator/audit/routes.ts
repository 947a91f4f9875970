import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/db/connect.ts'
import { operatorOperation } from '../../../platform/http/operator-operation.ts'
import { invalidSkipToken, PAGE_SIZE, toPage } from '../../../platform/http/paging.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import { readTime } from '../../../platform/http/time.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { invalidTime } from '../errors.ts'
import * as store from './store.ts'
import { AuditList, AuditQuery, type AuditRecord } from './wire.ts'

const PATH = '/operator/v1/audit'

export function auditRoutes(app: FastifyInstance, db: Db, publicUrl: string): void {
  app.get<{ Querystring: AuditQuery }>(
    PATH,
    operatorOperation('listAudit', {
      tag: 'audit',
      summary: 'Every change, sign-in and refused attempt, the newest first',
      querystring: AuditQuery,
      answers: { 200: answer('A page of changes.', ref(AuditList)) },
    }),
    async ({ query: { $skiptoken, from, to, ...rest } }) => {
      const rows = await store.listAudit(db, {
        ...rest,
        from: readBound('from', from),
        to: readBound('to', to),
        before: $skiptoken === undefined ? undefined : readMark($skiptoken),
        limit: PAGE_SIZE + 1,
      })
      const given = Object.entries({ ...rest, from, to }).filter(([, value]) => value !== undefined)
      return toPage(rows, toRecord, (last) => {
        const query = new URLSearchParams([...(given as [string, string][])])
        query.set('$skiptoken', `${last.at.toISOString()}_${last.id}`)
        return `${publicUrl}${PATH}?${query}`
      })
    },
  )
}

function readMark(text: string): { at: Date; id: string } {
  const [time = '', id = ''] = text.split('_')
  const at = readTime(time)
  if (at === undefined || !isUuid(id)) throw invalidSkipToken()
  return { at, id }
}

/** The schema lets a leap second and the year 0 pass, which are no times here. */
function readBound(name: string, text: string | undefined): Date | undefined {
  const at = text === undefined ? undefined : readTime(text)
  if (text !== undefined && at === undefined) throw invalidTime(name)
  return at
}

const toRecord = (row: store.AuditRow): AuditRecord => ({ ...row, at: row.at.toISOString() })
