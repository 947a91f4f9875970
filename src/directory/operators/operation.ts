import { operationsFor } from '../../platform/http/operation.ts'

export const CHANGE = 'call operator API'
const READ = 'read operator API'

export const operatorRights = { [CHANGE]: {}, [READ]: {} }

/** The options of a route of the operator API: each requires an operator who is signed in. */
export const operatorOperation = operationsFor({ right: CHANGE })

/** Of a POST that changes nothing: it is not asked for a second factor. */
export const operatorRead = operationsFor({ right: READ })
