import type { TokenAccess, TokenKind } from '../../../../directory/caller.ts'
import { toMinute, unlessDotted } from '../../../../directory/notices/rules.ts'
import type { Message } from '../../../../platform/mail/message.ts'

type Described = Readonly<{ kind: TokenKind; access: TokenAccess; expiresAt: Date | null }>

const KINDS = { user: 'user token', app: 'app token', org: 'organization token' } as const
const ACCESS = { all: 'Full access', viewer: 'Read-only access' } as const

/** Without its description: whoever stole a token could write it, and the mail would say it in our name. */
const describe = ({ kind, access }: Described, of = '') =>
  `API token (${KINDS[kind]}${of && ` of ${of}`}, ${ACCESS[access]})`

/** Where the portal lists it. The pages of apps and organizations are found from there. */
const PAGES = { user: '/account/tokens', app: '/apps', org: '/orgs' } as const
export const pageOf = ({ kind }: Pick<Described, 'kind'>): string => PAGES[kind]

/** `of`: the app or the organization, unless it is a user token. */
type CreatedToken = Described &
  Readonly<{ id: string; of: string; at: Date; source: string | undefined }>

const toWhen = ({ at, source }: CreatedToken) =>
  source === undefined ? toMinute(at) : `${toMinute(at)}, from the IP address ${source}`

export function toCreatedMail(token: CreatedToken, url: string): Message {
  const { id, of, expiresAt } = token
  return {
    title: 'A new API token was created',
    paragraphs: [
      `An ${describe(token, unlessDotted(of, ''))} was created with your account at ${toWhen(token)}. Its id is ${id}.`,
      expiresAt ? `It expires at ${toMinute(expiresAt)}.` : 'It does not expire.',
      'If you did not create it, revoke it, and the tokens that were created with it.',
    ],
    link: { label: 'Open your tokens', url },
  }
}

export type ExpiringToken = Described & Readonly<{ createdAt: Date; expiresAt: Date }>

export const toExpiryMail = (token: ExpiringToken, url: string): Message => ({
  title: 'An API token expires soon',
  paragraphs: [
    `An ${describe(token)} that you created at ${toMinute(token.createdAt)} expires at ${toMinute(token.expiresAt)}.`,
    'Requests with it are rejected from then on. If you still need it, replace it in the portal or with binnacle tokens replace.',
  ],
  link: { label: 'Open your tokens', url },
})
