import { Type } from 'typebox'
import { named, ref } from '../../platform/http/schema.ts'

export const SnapshotName = Type.String({
  pattern: '^[a-z0-9_]{1,40}$',
  description: '1 to 40 lower-case letters, digits or underscores.',
})

export const Snapshot = named('Snapshot', Type.Object({ name: SnapshotName }))

export const SnapshotList = named('SnapshotList', Type.Object({ value: Type.Array(ref(Snapshot)) }))
