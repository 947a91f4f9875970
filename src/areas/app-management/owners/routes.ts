import type { FastifyInstance } from 'fastify'
import type { Account } from '../../../platform/caller.ts'
import { ref } from '../../../platform/http/schema.ts'
import { userTokenRequired } from '../errors.ts'
import { errorResponses } from '../wire.ts'
import { UserProfile } from './wire.ts'

export function ownerRoutes(app: FastifyInstance): void {
  app.get(
    '/v0.1/user',
    {
      config: { access: { right: 'read own profile' } },
      schema: {
        operationId: 'getUser',
        tags: ['user'],
        summary: 'The profile of the calling user',
        response: {
          200: { description: 'The profile.', ...ref(UserProfile) },
          ...errorResponses,
        },
      },
    },
    // The account came with the check of the token: asking for it again would be a second read.
    async ({ caller }) => {
      if (caller.kind !== 'user') throw userTokenRequired()
      return toUserProfile(caller.account)
    },
  )
}

function toUserProfile(account: Account): UserProfile {
  return {
    id: account.id,
    name: account.name,
    display_name: account.displayName,
    email: account.email,
    avatar_url: account.avatarUrl,
    // No account has a password yet.
    can_change_password: false,
    origin: 'appcenter',
    created_at: account.createdAt.toISOString(),
  }
}
