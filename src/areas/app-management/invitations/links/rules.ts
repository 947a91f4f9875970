import type { isGood } from '../rules.ts'

/** The address of the page that a secret opens. None if nobody can sign in here. */
export const linkToInvitation = (signInUrl: string | undefined) =>
  signInUrl === undefined
    ? undefined
    : (secret: string): string => `${signInUrl}/oauth2/invitation/${secret}`

type Received = Parameters<typeof isGood>[0] &
  Readonly<{ owner_name: string; app_name: string | null }>

/** What a link leads to, as whoever opens it is told. */
export type LinkedInvitation = Readonly<{
  to: 'app' | 'organization'
  /** `owner/app`, or the name of the organization. */
  name: string
  role: string
  inviter: string
  email: string
  isMailed: boolean
  /** Of the portal. */
  page: string
}>

/** Where the portal shows an app or an organization. */
export function pageOf({ owner_name: owner, app_name: app, organization_id }: Received): string {
  if (app === null) return `/orgs/${owner}`
  return `/${organization_id === null ? 'users' : 'orgs'}/${owner}/apps/${app}`
}
