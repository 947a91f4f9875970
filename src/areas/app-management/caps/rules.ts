/** How much there may be of what grows. What is there already stays, whatever the numbers say later. */
export type Caps = Readonly<{
  appsPerOwner: number
  /** What one account owns, is a member of, or administers by its organizations. */
  appsPerAccount: number
  /** Of an app, and of an organization. */
  members: number
  organizationsPerAccount: number
  invitationsPerOwner: number
  invitationsPerRecipient: number
  /** How long a name that its owner gave up is kept from others. */
  freedNameDays: number
}>
