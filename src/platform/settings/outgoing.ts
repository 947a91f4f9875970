import { Type } from 'typebox'
import { defineSettings } from './settings.ts'

export type OutgoingSettings = Readonly<{ hasOutgoing: boolean }>

/** One switch for everything that this process sends by itself to addresses that somebody has stored. */
export const outgoingSettings = defineSettings({
  environment: {
    OUTGOING: Type.Enum(['on', 'off'], {
      default: 'on',
      description:
        'With `off`, this process does not call providers or notification destinations, and does not send e-mail or traces. Provider jobs, deliveries and e-mail wait in the database, and waiting does not count as an attempt. An e-mail that has waited for more than three days is dropped. Set it for every process of a restored copy or a drill. Trusted issuers are still called, so that people can sign in.',
    }),
  },
  read: ({ OUTGOING }): OutgoingSettings => ({ hasOutgoing: OUTGOING === 'on' }),
})
