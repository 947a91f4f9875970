import { actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call } from '../../../directory/caller.ts'
import { digestOf } from '../../../platform/crypto/digest.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { AppTarget, OrganizationTarget } from '../access.ts'
import { confirmAppRight, confirmRight } from '../actions.ts'
import { readBack } from '../apps/actions.ts'
import { type AppRow, findApp, setApp } from '../apps/store.ts'
import { notAPicture, organizationNotFound } from '../errors.ts'
import { findOrganization, type OrganizationRow, setOrganization } from '../organizations/store.ts'
import { dropPictures } from '../pictures/actions.ts'
import { pathOfPicture } from '../pictures/rules.ts'
import { putPicture } from '../pictures/store.ts'
import { pictureTypeOf } from './rules.ts'

/** A picture to show, and the address under which pictures are found; no bytes to show none. */
export type Shown = Readonly<{ bytes: Buffer | null; baseUrl: string }>

export async function setAppAvatar(
  db: Db,
  call: Call,
  target: AppTarget,
  shown: Shown,
): Promise<AppRow> {
  return db.transaction().execute(async (trx) => {
    const app = await confirmAppRight(trx, call, 'change app', target)
    const before = await findApp(trx, app, null)
    const icon_url = await keep(trx, call, shown)
    await setApp(trx, app, { icon_url, updated_at: call.at })
    await dropPictures(trx, [before?.icon_url])
    await recordAudit(trx, actorOf(call), {
      scopeId: app.ownerId,
      action: 'app.change',
      target: `app ${app.appId}`,
      before: { icon_url: before?.icon_url },
      after: { icon_url },
    })
    return readBack(trx, app, call)
  })
}

export async function setOrganizationAvatar(
  db: Db,
  call: Call,
  target: OrganizationTarget,
  shown: Shown,
): Promise<OrganizationRow> {
  return db.transaction().execute(async (trx) => {
    const { ownerId } = await confirmRight(trx, call, 'change organization', target)
    const before = await findOrganization(trx, ownerId)
    const avatar_url = await keep(trx, call, shown)
    const row = await setOrganization(trx, ownerId, { avatar_url, updated_at: call.at })
    if (!row) throw organizationNotFound()
    await dropPictures(trx, [before?.avatar_url])
    await recordAudit(trx, actorOf(call), {
      scopeId: ownerId,
      action: 'organization.change',
      target: `organization ${ownerId}`,
      before: { avatar_url: before?.avatar_url },
      after: { avatar_url },
    })
    return row
  })
}

/** Answers with the address that shows the picture. */
async function keep(trx: Trx, { at }: Call, { bytes, baseUrl }: Shown): Promise<string | null> {
  if (!bytes) return null
  const contentType = pictureTypeOf(bytes.subarray(0, 16).toString('hex'))
  if (!contentType) throw notAPicture()
  const hash = digestOf(bytes)
  await putPicture(trx, { hash, content_type: contentType, bytes, created_at: at })
  return `${baseUrl}${pathOfPicture(hash)}`
}
