import type * as streamErrors from '../../../src/platform/http/streams/errors.ts'
import type { ManagementStage } from './management-stage.ts'
import type { RefusalOn } from './page.ts'

/** The others end a stream that has begun, with a frame. */
type BeforeStream = 'tooManyStreams' | 'tooManyStreamsOfCaller'

export const streamRefusals: Record<
  Extract<keyof typeof streamErrors, BeforeStream>,
  RefusalOn<ManagementStage>
> = {
  tooManyStreams: {
    when: 'More streams than `LIVE_STREAMS` on one node',
    provoke: ({ follow, people }) => follow.none(people.rex),
  },
  tooManyStreamsOfCaller: {
    when: 'More streams of one caller on one node than `LIVE_STREAMS_PER_CALLER` allows',
    about: [1],
    provoke: ({ follow, people }) => follow.twice(people.rex),
  },
}
