import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DeliveryKind } from '../rules.ts'

/** What a link that was mailed allows. */
export type Purpose = 'confirm' | 'stop'

export type ReceiverKey = Readonly<{
  subscriptionId: string
  id: string
  /** Which question to the receiver it belongs to. */
  receiverId: string
}>

export const PATH = '/notifications/v1/receivers'

const UUID = 16

/** Nothing is stored: who cannot sign cannot guess one. The first key signs, all verify. */
export function openLinks(keys: readonly Buffer[]) {
  const sign = (purpose: Purpose, content: string, key: Buffer) =>
    createHmac('sha256', key).update(`${purpose} ${content}`).digest()
  return {
    toPath(purpose: Purpose, { subscriptionId, id, receiverId }: ReceiverKey): string {
      const [key] = keys
      if (!key) throw new Error('at least one key is needed')
      const bytes = [toBytes(id), toBytes(receiverId), Buffer.from(subscriptionId)]
      const content = Buffer.concat(bytes).toString('base64url')
      return `${PATH}/${purpose}/${content}.${sign(purpose, content, key).toString('base64url')}`
    },
    read(purpose: Purpose, token: string): ReceiverKey | undefined {
      const [, content = '', signature = ''] = /^([\w-]{44,300})\.([\w-]{43})$/.exec(token) ?? []
      const given = Buffer.from(signature, 'base64url')
      const isSigned = keys.some((key) => {
        const expected = sign(purpose, content, key)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
      if (!isSigned) return undefined
      const bytes = Buffer.from(content, 'base64url')
      return {
        id: toUuid(bytes.subarray(0, UUID)),
        receiverId: toUuid(bytes.subarray(UUID, 2 * UUID)),
        subscriptionId: bytes.subarray(2 * UUID).toString(),
      }
    },
  }
}

/** What mails link to, at the address of the portal. */
export function openMailLinks(keys: readonly Buffer[], portalUrl: string) {
  const base = portalUrl.replace(/\/$/, '')
  const links = openLinks(keys)
  return {
    toStop: (key: ReceiverKey) => `${base}${links.toPath('stop', key)}`,
    toSubject: ({ kind, subscriptionId, subject }: Subject) =>
      `${base}${pageOf(kind, subscriptionId, subject)}`,
  }
}

function pageOf(kind: DeliveryKind, subscriptionId: string, subject: string): string {
  if (kind === 'test') return `/health/${subscriptionId}`
  if (kind === 'quota-request') return `/quota/${subscriptionId}/requests/${subject}`
  if (kind === 'quota-usage') return `/quota/${subscriptionId}/limits/${subject}`
  if (kind === 'resource-health') return `/health/${subscriptionId}`
  return `/health/${subscriptionId}/events/${subject}`
}

type Subject = Readonly<{ kind: DeliveryKind; subscriptionId: string; subject: string }>

const toBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const toUuid = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
