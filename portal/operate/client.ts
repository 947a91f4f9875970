import { operatorClient } from '../../client/api-client.ts'
import { bearer } from '../session.ts'
import { settings } from '../settings.ts'

/** The operator API. Its changes ask for a second factor, which the shell has the person give. */
export const operator = operatorClient(settings.baseUrl, bearer)
