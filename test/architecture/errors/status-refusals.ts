import type * as statusErrors from '../../../src/areas/service-health/status-page/errors.ts'
import type { ManagementStage } from './management-stage.ts'
import type { RefusalOn } from './page.ts'

export const statusRefusals: Record<keyof typeof statusErrors, RefusalOn<ManagementStage>> = {
  statusPageOff: {
    when: 'The status page, with `STATUS_PAGE=false`',
    provoke: ({ send }) => send(undefined, 'GET', '/status'),
  },
}
