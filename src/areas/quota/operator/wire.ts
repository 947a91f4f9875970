import { RequestRecord, RequestRecordList, Step, SubRequestRecord } from '../overview/wire.ts'
import { QuotaRequestState } from '../requests/wire.ts'
import * as catalogue from './catalogue/wire.ts'
import * as decisions from './decisions/wire.ts'
import * as limits from './limits/wire.ts'
import * as retries from './retries/wire.ts'

/** A request is described as its requester sees it. */
const history = { QuotaRequestState, RequestRecord, RequestRecordList, Step, SubRequestRecord }

/** The schemas of this area that the operator API needs. */
export const operatorQuotaWire: Record<string, unknown> = {
  ...catalogue,
  ...decisions,
  ...limits,
  ...retries,
  ...history,
}
