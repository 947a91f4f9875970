import { operationsFor } from '../platform/http/operation.ts'

/** The options of a route of the controls: each requires the control key. */
export const control = operationsFor({ right: 'control the emulator' })
