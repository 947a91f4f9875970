import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, ref } from '../../../../platform/http/schema.ts'
import { organizationNotFound } from '../../errors.ts'
import { operation } from '../../operation.ts'
import { changeLife } from './actions.ts'
import { combineLives, type TokenLife } from './rules.ts'
import { findLife } from './store.ts'
import { OrganizationTokenLife, TokenLifeChange } from './wire.ts'

const PATH = '/v0.1/orgs/:org_name/token_life'
const tag = 'organizations'

/** How long new tokens of an organization and of its apps can live; `installation` limits all. */
export function tokenLifeRoutes(app: Routes, db: Db, installation: TokenLife): void {
  const shown = { 200: answer('The values.', ref(OrganizationTokenLife)) }
  app.get(
    PATH,
    operation('getOrgTokenLife', 'read organization', {
      tag,
      summary:
        'Get the maximum and default lifetime of new API tokens of an organization and its apps',
      isOurs: true,
      answers: shown,
    }),
    async ({ resolved }) => {
      const life = await findLife(db, resolved.ownerId)
      if (!life) throw organizationNotFound()
      return toWire(life, installation)
    },
  )
  app.put(
    PATH,
    operation('setOrgTokenLife', 'change organization', {
      tag,
      summary:
        'Set the maximum and default lifetime of new API tokens of an organization and its apps',
      description:
        'Existing tokens do not change. In token lists, `exceeds_limit` marks those that are valid for longer than the limit.',
      isOurs: true,
      body: ref(TokenLifeChange),
      answers: shown,
    }),
    async ({ call, target, body }) => {
      const { longest_days: longestDays = null, default_days: defaultDays = null } = body
      const life = { longestDays, defaultDays }
      await changeLife(db, call, target, life)
      return toWire(life, installation)
    },
  )
}

const toDays = ({ longestDays, defaultDays }: TokenLife) => ({
  longest_days: longestDays,
  default_days: defaultDays,
})

const toWire = (life: TokenLife, installation: TokenLife): OrganizationTokenLife => ({
  ...toDays(life),
  effective: toDays(combineLives(installation, life)),
})
