import type { Stall } from '../../test/support/database/tcp-proxy.ts'

/** A statement that contains this text, and what still passes once it was sent. */
type Point = readonly [text: string, stall: Stall]
/** Points that are tried together; then, if it says so, every connection goes silent. */
export type Round = Readonly<{ points: readonly Point[]; thenAll?: boolean }>

export const FOUR_POINTS: readonly Round[] = [
  {
    points: [
      ['begin', 'swallow answers'],
      ['insert into "api_token"', 'swallow both ways'],
      ['commit', 'swallow answers'],
      ['from unnest', 'swallow both ways'],
    ],
    thenAll: true,
  },
]

/** Of tokens and apps, OAuth, events, quota and jobs: each kind of statement that they have. */
const TEXTS = [
  ['begin'],
  ['commit'],
  ['insert into "api_token"', 'insert into "oauth_record"', 'insert into "event"'],
  ['update "api_token"', 'update "oauth_record"', 'update "event"'],
  ['delete from "app"', 'delete from "oauth_record"', 'insert into "quota_request"'],
  // For update, those of events for no key update.
  ['select * from "event"', 'select * from "quota_sub_request"', 'FOR UPDATE OF j SKIP LOCKED'],
  ['from unnest', 'select "id_hash"', 'update "quota_sub_request"'],
  ['insert into "audit"', 'INSERT INTO pgboss.', 'insert into "app"'],
]

export const ALL_POINTS: readonly Round[] = [
  ...FOUR_POINTS,
  { points: [], thenAll: true },
  ...(['swallow answers', 'swallow both ways'] as const).flatMap((stall) =>
    TEXTS.map((texts): Round => ({ points: texts.map((text) => [text, stall]) })),
  ),
]
