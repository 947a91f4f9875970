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
        'Areas B and C: how many live streams one process of `binnacle serve` holds open. More get 503.',
    }),
    LIVE_STREAMS_PER_CALLER: Type.Integer({
      default: 20,
      minimum: 1,
      maximum: 100_000,
      description:
        'Areas B and C: how many live streams one caller can have open on one process. More get 429.',
    }),
  },
  read: ({ LIVE_STREAMS, LIVE_STREAMS_PER_CALLER }): StreamSettings => ({
    mostStreams: LIVE_STREAMS,
    mostStreamsPerCaller: LIVE_STREAMS_PER_CALLER,
  }),
})
