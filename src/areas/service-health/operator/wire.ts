import * as shared from '../events/wire.ts'
import * as availability from './availability/wire.ts'
import * as events from './events/wire.ts'
import * as footprints from './footprints/wire.ts'
import * as reach from './reach/wire.ts'
import * as registry from './registry/wire.ts'
import * as resources from './resources/wire.ts'

/** The schemas of this area that the operator API needs. */
export const operatorServiceHealthWire: Record<string, unknown> = {
  ...shared,
  ...availability,
  ...events,
  ...footprints,
  ...reach,
  ...registry,
  ...resources,
}
