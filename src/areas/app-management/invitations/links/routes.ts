import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, pathParams, ref } from '../../../../platform/http/schema.ts'
import { linksOff } from '../../errors.ts'
import { operation } from '../../operation.ts'
import type { Mailing } from '../mail/actions.ts'
import { type CopiedLink, copyAppLink, copyOrgLink } from './actions.ts'
import { InvitationLink } from './wire.ts'

const DESCRIPTION =
  'Anyone with the link can accept the invitation once, with an existing account or by signing in through a trusted issuer. It does not create an account with a password. A second request invalidates the previous copied link, but not the link in the e-mail. Changing the role in the invitation invalidates the copied link; renewing, revoking or accepting the invitation invalidates both.'

/** Links for whoever may send an invitation to pass it on. */
export function invitationLinkRoutes(app: Routes, db: Db, { linkTo }: Mailing): void {
  const tag = 'invitations'
  const answers = { 201: answer('The link.', ref(InvitationLink)) }
  const toLink = async (copy: () => Promise<CopiedLink>): Promise<InvitationLink> => {
    if (!linkTo) throw linksOff()
    const { secret, expiresAt } = await copy()
    return { url: linkTo(secret), expires_at: expiresAt.toISOString() }
  }
  app.post(
    '/v0.1/apps/:owner_name/:app_name/invitations/:user_email/link',
    operation('copyAppInvitationLink', 'manage app members', {
      tag,
      summary: 'Create a link to a pending app invitation that you can pass on',
      description: DESCRIPTION,
      isOurs: true,
      params: pathParams('owner_name', 'app_name', 'user_email'),
      answers,
    }),
    async ({ call, target }, reply) =>
      reply.code(201).send(await toLink(() => copyAppLink(db, call, target))),
  )
  app.post(
    '/v0.1/orgs/:org_name/invitations/:user_email/link',
    operation('copyOrgInvitationLink', 'manage organization members', {
      tag,
      summary: 'Create a link to a pending organization invitation that you can pass on',
      description: DESCRIPTION,
      isOurs: true,
      params: pathParams('org_name', 'user_email'),
      answers,
    }),
    async ({ call, target }, reply) =>
      reply.code(201).send(await toLink(() => copyOrgLink(db, call, target))),
  )
}
