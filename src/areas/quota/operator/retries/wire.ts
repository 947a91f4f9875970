import { type Static, Type } from 'typebox'
import { named } from '../../../../platform/http/schema.ts'

export type RetriedSubRequest = Static<typeof RetriedSubRequest>
export const RetriedSubRequest = named(
  'RetriedSubRequest',
  Type.Object({
    requestId: Type.String({ description: 'The new request.' }),
    subRequestId: Type.String({ description: 'The only sub-request of the new request.' }),
  }),
)
