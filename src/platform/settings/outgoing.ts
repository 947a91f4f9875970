import { Type } from 'typebox'
import { defineSettings, pairs } from './settings.ts'

export type OutgoingSettings = Readonly<{
  hasOutgoing: boolean
  providerExceptions: readonly string[]
  notificationExceptions: readonly string[]
}>

const HOST_AND_PORT = /^([^\s:/[\]]+|\[[0-9a-f:.]+\]):(\d{1,5}|\*)$/i
const exceptions = Type.Optional(Type.String())

/** One switch for everything that this process sends by itself to addresses that somebody has stored. */
export const outgoingSettings = defineSettings({
  environment: {
    OUTGOING: Type.Enum(['on', 'off'], {
      default: 'on',
      description:
        'With `off`, this process does not call providers or notification destinations, and does not send e-mail or traces. Provider jobs, deliveries and e-mail wait in the database, and waiting does not count as an attempt. An e-mail that has waited for more than three days is dropped. Set it for every process of a restored copy or a drill. Trusted issuers are still called, so that people can sign in.',
    }),
    OUTGOING_EXCEPTIONS: pairs(
      { providers: exceptions, notifications: exceptions },
      'Addresses that may be called even if they are private or their URL does not use https, each as `host:port`, such as `providers=10.0.0.5:4000 10.0.0.6:4000,notifications=hooks.internal:*`. `providers` are the endpoints of providers, and `notifications` the destinations of notifications. Spaces separate several addresses, and `host:*` stands for all ports. Default: none.',
    ),
  },
  findProblems: ({ OUTGOING_EXCEPTIONS: { providers, notifications } }) =>
    [...spaced(providers), ...spaced(notifications)]
      .filter((entry) => !HOST_AND_PORT.test(entry))
      .map((entry) => `OUTGOING_EXCEPTIONS: ${entry} is not of the form host:port.`),
  read: ({ OUTGOING, OUTGOING_EXCEPTIONS: { providers, notifications } }): OutgoingSettings => ({
    hasOutgoing: OUTGOING === 'on',
    providerExceptions: spaced(providers),
    notificationExceptions: spaced(notifications),
  }),
})

const spaced = (text = '') => text.toLowerCase().split(/\s+/).filter(Boolean)
