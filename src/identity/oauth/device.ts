import type Provider from 'oidc-provider'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { RefusedAttempts } from '../refused-attempts.ts'
import { codePage, confirmPage, messagePage, pageHeaders } from '../sign-in/pages.ts'
import { CLI } from './clients.ts'

type DeviceFlow = NonNullable<NonNullable<Configuration['features']>['deviceFlow']>

/** Signing in on one device for a command line on another. The library leads; the pages are ours. */
export const deviceFlow = (refused: RefusedAttempts): DeviceFlow => ({
  enabled: true,
  // Letters and digits nobody mixes up, and no vowels: eight of them are 25,600 million codes.
  charset: 'base-20',
  mask: '****-****',
  deviceInfo: () => ({}),
  userCodeInputSource: async (ctx, _form, _out, error) => {
    noteRefusal(refused, ctx, error)
    if (error?.name === 'AbortedError') return show(ctx, CANCELLED)
    const code = codeIn(error) ?? String(ctx.state.userCode ?? '')
    show(ctx, codePage({ ...formOf(ctx), code, problem: problemOf(error) }))
  },
  userCodeConfirmSource: async (ctx, _form, client, _device, code) =>
    show(ctx, confirmPage({ ...formOf(ctx), code, client: client.clientName ?? client.clientId })),
  successSource: async (ctx) => show(ctx, SIGNED_IN),
})

/** Of these there was a code, and only the command line gets one. */
const REASONS: Record<string, string> = {
  AbortedError: 'cancelled',
  ExpiredError: 'expired',
  AlreadyUsedError: 'used',
}

function noteRefusal(refused: RefusedAttempts, ctx: KoaContextWithOIDC, error: Problem): void {
  const reason = error && REASONS[error.name]
  if (reason === undefined && error?.name !== 'NotFoundError') return
  refused.note({
    action: 'account.device-code-refused',
    accountId: ctx.oidc.session?.accountId ?? null,
    address: ctx.ip,
    client: reason === undefined ? null : CLI,
    reason: reason ?? 'unknown',
  })
}

/** What a client presents for a token: unknown, used, or of another client. */
export function noteRefusedDeviceCodes(provider: Provider, refused: RefusedAttempts): void {
  provider.on('grant.error', (ctx, { error }) => {
    const isOfDevice = String(ctx.oidc.params?.grant_type).endsWith(':device_code')
    if (!isOfDevice || error !== 'invalid_grant') return
    refused.note({
      action: 'account.device-code-refused',
      accountId: null,
      address: ctx.ip,
      client: ctx.oidc.client?.clientId ?? null,
      reason: 'not redeemable',
    })
  })
}

/** A code that came in the address would be sent on by a script; people see it and press a button instead. */
export async function keepCodeOfAddress(
  ctx: KoaContextWithOIDC,
  next: () => Promise<void>,
): Promise<void> {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') {
    const { user_code: code, ...query } = ctx.query
    ctx.state.userCode = [code].flat()[0]?.slice(0, 20)
    ctx.query = query
  }
  await next()
}

const SIGNED_IN = messagePage('Signed in', [
  'The command line continues automatically. You can close this page.',
])
const CANCELLED = messagePage('Cancelled', [
  'You are not signed in. To try again, start from the command line.',
])

const PROBLEMS: Record<string, string> = {
  NoCodeError: 'Enter the code that the command line shows.',
  NotFoundError: 'The code is not correct. Compare it with the code that the command line shows.',
  ExpiredError: 'The code has expired. Start again from the command line.',
  AlreadyUsedError: 'The code was already used. Start again from the command line.',
}

type Problem = Parameters<NonNullable<DeviceFlow['userCodeInputSource']>>[3]

const problemOf = (error: Problem) =>
  error && (PROBLEMS[error.name] ?? 'Sign-in failed. Start again from the command line.')

const codeIn = (error: Problem) => (error as { userCode?: string } | undefined)?.userCode

const formOf = ({ oidc }: KoaContextWithOIDC) => ({
  action: oidc.urlFor('code_verification'),
  secret: String((oidc.session?.state as { secret?: string } | undefined)?.secret ?? ''),
})

function show(ctx: KoaContextWithOIDC, html: string): void {
  ctx.type = 'html'
  ctx.set(pageHeaders())
  ctx.body = html
}
