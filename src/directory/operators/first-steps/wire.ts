import { type Static, Type } from 'typebox'
import { named, oneOf, ref } from '../../../platform/http/schema.ts'

export const STEPS = [
  'second-operator',
  'mail',
  'issuer',
  'organization',
  'subscription',
  'services',
  'access',
  'drill',
] as const

export const FirstStep = named(
  'FirstStep',
  Type.Object({
    step: oneOf(
      STEPS,
      '`second-operator`: another operator can sign in and has a second factor. `mail`: an e-mail was accepted by the SMTP server. `issuer`: somebody signed in through a trusted issuer. `organization` and `subscription`: there is one. `services`: a catalogue or a footprint is loaded. `access`: an account that is no operator has a role on a subscription. `drill`: a drill was published.',
    ),
    is_done: Type.Boolean(),
  }),
)

export type FirstStepList = Static<typeof FirstStepList>
export const FirstStepList = named(
  'FirstStepList',
  Type.Object({ value: Type.Array(ref(FirstStep)) }),
)

export const TestMail = named(
  'TestMail',
  Type.Object({ email: Type.String({ description: 'The address of the recipient.' }) }),
)
