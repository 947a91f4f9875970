import { Type } from 'typebox'
import { named, orNull, ref } from '../../platform/http/schema.ts'

export const RecordedMail = named(
  'RecordedMail',
  Type.Object({
    at: Type.String({ format: 'date-time', description: 'The real time at which it was sent.' }),
    to: Type.String(),
    title: Type.String({ description: 'The subject.' }),
    text: Type.String({ description: 'The plain text, which includes the link.' }),
    link: orNull(Type.String({ description: 'The address of the link in the e-mail.' })),
  }),
)

export const RecordedMailList = named(
  'RecordedMailList',
  Type.Object({ value: Type.Array(ref(RecordedMail)) }),
)
