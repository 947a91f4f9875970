import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/db/connect.ts'
import { operatorOperation } from '../../../platform/http/operator-operation.ts'
import { PAGE_SIZE, toPage } from '../../../platform/http/paging.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { invalidSkipToken } from '../errors.ts'
import * as store from './store.ts'
import { AuditList, AuditQuery, type AuditRecord } from './wire.ts'

const PATH = '/operator/v1/audit'

export function auditRoutes(app: FastifyInstance, db: Db, publicUrl: string): void {
  app.get<{ Querystring: AuditQuery }>(
    PATH,
    operatorOperation('listAudit', {
      tag: 'audit',
      summary: 'Every change, the newest first',
      querystring: AuditQuery,
      answers: { 200: answer('A page of changes.', ref(AuditList)) },
    }),
    async ({ query: { $skiptoken, from, to, ...rest } }) => {
      const rows = await store.listAudit(db, {
        ...rest,
        from: from === undefined ? undefined : new Date(from),
        to: to === undefined ? undefined : new Date(to),
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
  const at = new Date(time)
  if (Number.isNaN(at.getTime()) || !isUuid(id)) throw invalidSkipToken()
  return { at, id }
}

const toRecord = (row: store.AuditRow): AuditRecord => ({ ...row, at: row.at.toISOString() })
