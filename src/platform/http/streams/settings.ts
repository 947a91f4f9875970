import { Type } from 'typebox'
import { defineSettings } from '../../settings/settings.ts'

export type StreamSettings = Readonly<{ mostStreams: number; mostStreamsPerCaller: number }>

export const streamSettings = defineSettings({
  environment: {
    LIVE_STREAMS: Type.Integer({
      default: 4000,
      minimum: 0,
      maximum: 100_000,
      description:
        'Areas B and C: the maximum number of open live streams on one `binnacle serve` process. Further requests get 503.',
    }),
    LIVE_STREAMS_PER_CALLER: Type.Integer({
      default: 20,
      minimum: 1,
      maximum: 100_000,
      description:
        'Areas B and C: the maximum number of live streams that one caller can have open on one process. Further requests get 429.',
    }),
  },
  read: ({ LIVE_STREAMS, LIVE_STREAMS_PER_CALLER }): StreamSettings => ({
    mostStreams: LIVE_STREAMS,
    mostStreamsPerCaller: LIVE_STREAMS_PER_CALLER,
  }),
})
