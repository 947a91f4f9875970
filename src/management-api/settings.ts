import { Type } from 'typebox'
import { defineSettings } from '../platform/settings/settings.ts'

export type ManagementApiSettings = Readonly<{ vendorNamespace: string }>

export const managementApiSettings = defineSettings({
  environment: {
    VENDOR_NAMESPACE: Type.String({
      default: 'Microsoft',
      pattern: '^[A-Za-z][A-Za-z0-9.]{0,62}$',
      description:
        'The namespace before `.ResourceHealth`, `.Insights`, `.Capacity` and `.Quota` in paths. Published clients use the default.',
    }),
  },
  read: ({ VENDOR_NAMESPACE }): ManagementApiSettings => ({ vendorNamespace: VENDOR_NAMESPACE }),
})
