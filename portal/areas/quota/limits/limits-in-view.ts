import type { Limit } from '../quota-api.ts'
import type { LimitsView } from './limits-view.ts'

const isSame = (one: string, other: string | undefined) =>
  other === undefined || one.toLowerCase() === other.toLowerCase()

export const limitsInView = (limits: readonly Limit[], view: LimitsView) =>
  limits.filter(
    ({ provider, location }) => isSame(provider, view.provider) && isSame(location, view.location),
  )

export const namesOf = (names: readonly string[]) => [...new Set(names)].sort()
