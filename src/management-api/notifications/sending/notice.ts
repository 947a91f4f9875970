import type { ResourceChange } from '../resource-changes.ts'
import type { DeliveryKind } from '../rules.ts'

/** An event, for the forms that say more of it than a title. Nothing sensitive is in it. */
export type NoticedEvent = Readonly<{
  revision: number
  level: string | undefined
  eventSubType: string | undefined
  /** The latest text; none if it is sensitive. */
  text: string | undefined
  startsAt: string | undefined
  endsAt: string | undefined
}>

/** A resource that was set to another state, with texts also where the operator gave none. */
export type NoticedResource = Pick<
  ResourceChange,
  'id' | 'resourceId' | 'current' | 'previous' | 'reasonType'
> &
  Readonly<{ title: string; summary: string }>

/** What a destination is told, as the part that it comes from has it. */
export type Notice = Readonly<{
  at: Date
  title: string
  status: string | undefined
  eventType: string | undefined
  services: readonly Readonly<{ service: string; regions: readonly string[] }>[]
  event?: NoticedEvent
  /** What people read below the title. */
  details: readonly (readonly [name: string, value: string | undefined])[]
  text?: string | undefined
  resource?: NoticedResource
  /** The `data` of the message, as JSON text. */
  data: string
}>

/** Of what is no event. */
export const NO_EVENT = { status: undefined, eventType: undefined, services: [], details: [] }

export type NoticeKey = Readonly<{
  kind: NoticeKind
  /** Of an event. */
  trackingId: string | null
  revision: number | null
  /** Of what is no event. */
  subject: string | null
  content: unknown
}>
export type NoticeKind = Exclude<DeliveryKind, 'test'>

/** Opens the notices of a subscription. Nothing for one that is of no use any more, or that it may no longer see. */
export type NoticeSource = (
  subscriptionId: string,
) => Promise<(key: NoticeKey) => Promise<Notice | undefined>>

/** Where the content of each kind comes from. */
export type NoticeSources = Readonly<Record<NoticeKind, NoticeSource>>
