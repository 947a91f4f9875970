import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, pathParams, ref } from '../../../../platform/http/schema.ts'
import { linksOff } from '../../errors.ts'
import { operation } from '../../operation.ts'
import type { Mailing } from '../mail/actions.ts'
import { type CopiedLink, copyAppLink, copyOrgLink } from './actions.ts'
import { InvitationLink } from './wire.ts'

const DESCRIPTION =
  'Whoever has the link can accept the invitation once, with an account that exists or with a new one. Another request ends the previous copied link. The link in the e-mail stays valid; renewing, revoking or accepting the invitation ends both. A copied link does not show that the person owns the e-mail address: a new account gets no verified e-mail address from it.'

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
      summary: 'Create a link to a pending invitation to an app, to pass it on yourself',
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
      summary: 'Create a link to a pending invitation to an organization, to pass it on yourself',
      description: DESCRIPTION,
      isOurs: true,
      params: pathParams('org_name', 'user_email'),
      answers,
    }),
    async ({ call, target }, reply) =>
      reply.code(201).send(await toLink(() => copyOrgLink(db, call, target))),
  )
}
