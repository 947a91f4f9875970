import { operationsFor } from '../../platform/http/operation.ts'

/** The options of a route of the operator API: each requires an operator who is signed in. */
export const operatorOperation = operationsFor({ right: 'call operator API' })
