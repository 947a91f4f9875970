import type * as feedErrors from '../../../src/areas/service-health/feeds/errors.ts'
import { MOST_OF_CREATOR } from '../../../src/areas/service-health/feeds/rules.ts'
import type * as statusErrors from '../../../src/areas/service-health/status-page/errors.ts'
import type { Answer } from '../../support/http/http.ts'
import type { ManagementStage } from './management-stage.ts'
import type { RefusalOn } from './page.ts'

const FEEDS = '/feeds/v1/subscriptions/sub-a/feeds'
const UNKNOWN = `/feeds/v1/bnf_${'x'.repeat(43)}/events.atom`
const FEED = { description: 'A calendar' }

type Errors = typeof feedErrors & typeof statusErrors

export const feedRefusals: Record<keyof Errors, RefusalOn<ManagementStage>> = {
  statusPageOff: {
    when: 'The status page, with `STATUS_PAGE=false`',
    provoke: ({ send }) => send(undefined, 'GET', '/status'),
  },
  feedLimitReached: {
    when: 'Too many feed addresses of one account, or of one subscription',
    about: [MOST_OF_CREATOR, 'Your account'],
    async provoke({ send, people }) {
      let answer: Answer
      do answer = await send(people.rex, 'POST', FEEDS, FEED)
      while (answer.status === 201)
      return answer
    },
  },
  feedNotFound: {
    when: 'Revoking a feed address that does not exist or belongs to another account',
    about: ['x'],
    provoke: ({ send, people }) => send(people.rex, 'DELETE', `${FEEDS}/x`),
  },
  feedAddressUnknown: {
    when: 'A feed address that was never there, was revoked, or whose creator has no role any more',
    provoke: ({ send }) => send(undefined, 'GET', UNKNOWN),
  },
  tooManyFeedRequests: {
    when: 'Too many requests for feed addresses that do not exist, from one network',
    about: 'varies',
    async provoke({ askLimited }) {
      let answer: Answer
      do answer = await askLimited(UNKNOWN)
      while (answer.status === 404)
      return answer
    },
  },
}
