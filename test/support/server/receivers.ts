import type { Limits } from '../../../src/limits.ts'
import { useSmtp } from '../mail/use-smtp.ts'
import { ORIGIN } from './health-calls.ts'
import { useNotifications } from './notifications.ts'

type Refusal = Readonly<{ code: number; text: string }>

/** A server with mail, and what receivers of notifications do with their links. */
export async function useReceivers(env: Record<string, string> = {}, limits: Partial<Limits> = {}) {
  const refusals = new Map<string, { answer: Refusal; left: number }>()
  const smtp = await useSmtp({
    refuseRecipient(_attempt, address) {
      const refusal = refusals.get(address)
      if (!refusal || refusal.left === 0) return undefined
      refusal.left--
      return refusal.answer
    },
  })
  const stage = await useNotifications({ ...smtp.env, ...env }, limits)
  const { server, call, pathOf } = stage

  /** As a browser or a mail program does it, without a token. */
  async function visit(method: string, link: string, body?: string, type?: string) {
    const headers = type === undefined ? {} : { 'content-type': type }
    const url = link.replace(ORIGIN, server.url)
    const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const linkIn = (text = '', purpose = 'confirm') =>
    new RegExp(`\\S+/notifications/v1/receivers/${purpose}/\\S+`).exec(text)?.[0] ?? 'no link'
  const addMail = (name: string, address: string, input: object = {}, subscription?: string) =>
    call('PUT', pathOf(name, subscription), { kind: 'email', address, ...input })

  return Object.assign(stage, {
    smtp,
    visit,
    linkIn,
    addMail,
    /** How the next recipients with this address are answered. */
    refuse: (address: string, answer: Refusal, left: number) =>
      void refusals.set(address, { answer, left }),
    async receiverOf(name: string, subscription?: string): Promise<string> {
      return (await call('GET', pathOf(name, subscription))).body.receiver
    },
    /** Answers the link with which it was confirmed. */
    async addConfirmed(name: string, address: string, subscription?: string): Promise<string> {
      const added = await addMail(name, address, {}, subscription)
      if (added.status !== 200) throw new Error(`not added: ${added.text}`)
      const [question] = await smtp.waitFor(1, address)
      const link = linkIn(question?.text)
      await visit('POST', link)
      return link
    },
    publishTo: (subscription: string, title: string) =>
      stage.publish({
        audience: { kind: 'subscriptions', subscriptions: [subscription] },
        properties: { title },
      }),
  })
}
