export type TokenKind = 'user' | 'app' | 'org'

/** `all` is the specification's Full access, `viewer` its Read-only. */
export type TokenAccess = 'all' | 'viewer'

export type Account = Readonly<{
  id: string
  name: string
  displayName: string
  email: string
  avatarUrl: string | null
  createdAt: Date
}>

/** The API token a call came in with. `homeId` and `id` together are its key. */
export type PresentedToken = Readonly<{
  homeId: string
  id: string
  access: TokenAccess
}>

/** Who is calling, as the rest of the code may know it: no header, no token value, no framework. */
export type Caller = Readonly<
  { token: PresentedToken } & (
    | { kind: 'user'; account: Account }
    | { kind: 'app'; ownerId: string; appId: string }
    | { kind: 'org'; organizationId: string }
  )
>

/** One call: who makes it, from where, and when. All that an action needs to know of its request. */
export type Call = Readonly<{
  caller: Caller
  at: Date
  source: string
  requestId: string
  /** How the caller named the request, when it did. */
  clientRequestId: string | undefined
}>
