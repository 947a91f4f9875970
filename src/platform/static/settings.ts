import { Type } from 'typebox'
import { defineSettings } from '../settings/settings.ts'

export type PageSettings = Readonly<{ explorer: boolean }>

export const pageSettings = defineSettings({
  environment: {
    EXPLORER: Type.Boolean({
      default: true,
      description:
        'If true, the API explorer is available at `/explorer`. If false, `/explorer` returns 404, the OAuth client `explorer` does not exist, and the portal has no links to the explorer. The OpenAPI documents under `/openapi` stay available, because the command line reads them.',
    }),
  },
  read: ({ EXPLORER }): PageSettings => ({ explorer: EXPLORER }),
})
