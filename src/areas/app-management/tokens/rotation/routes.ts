import { TOKEN_KINDS } from '../../../../directory/caller.ts'
import { RotationKeyHeaders } from '../../../../directory/repeats/wire.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, ref } from '../../../../platform/http/schema.ts'
import type { Mailer } from '../../../../platform/mail/mailer.ts'
import { operation } from '../../operation.ts'
import { FAMILIES, ONE_TOKEN, RIGHTS } from '../families.ts'
import type { TokenLife } from '../life/rules.ts'
import { toApiToken } from '../routes.ts'
import { type Rotated, rotateToken } from './actions.ts'
import { MOST_MINUTES, RotatedApiToken, TokenRotation } from './wire.ts'

type Options = Readonly<{ orgTokens: boolean; tokenLife: TokenLife; mailer: Mailer }>

export function rotationRoutes(
  app: Routes,
  db: Db,
  { orgTokens, tokenLife, mailer }: Options,
): void {
  const kinds = TOKEN_KINDS.filter((kind) => kind !== 'org' || orgTokens)
  for (const kind of kinds) {
    const { path, tag, name, owner } = FAMILIES[kind]
    app.post(
      `${path}/:api_token_id/rotate`,
      operation(`rotate${name}ApiToken`, RIGHTS[kind].create, {
        tag,
        summary: `Replace the value of an API token of ${owner}`,
        description:
          'The response contains the new value. This is the only time it is shown. The previous value stays valid for up to 24 hours, and any earlier value stops working. The name, access type and expiry do not change. The token still counts as one, and revoking it invalidates both values. Only the user who created a token can rotate it. `current` is the token that this request uses.',
        isOurs: true,
        params: ONE_TOKEN[kind],
        headers: RotationKeyHeaders,
        body: ref(TokenRotation),
        answers: { 201: answer('The token, with its new value.', ref(RotatedApiToken)) },
      }),
      async ({ call, target, params, body }, reply) => {
        const { previous_valid_minutes: previousMinutes = MOST_MINUTES } = body
        const rotation = { kind, id: params.api_token_id.toLowerCase(), previousMinutes }
        const rotated = await rotateToken(db, call, target, rotation, mailer)
        return reply.code(201).send(toRotated(rotated, tokenLife))
      },
    )
  }
}

function toRotated({ token, value, previousEnd }: Rotated, life: TokenLife): RotatedApiToken {
  const { value_start: _, ...shown } = toApiToken(token, life)
  const previous_expires_at = previousEnd?.toISOString() ?? null
  return { ...shown, api_token: value, previous_expires_at }
}
