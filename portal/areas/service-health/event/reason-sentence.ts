import type { components } from '../../../../client/generated/service-health.ts'

type Reason = components['schemas']['Reason']
type Match = components['schemas']['Match']

const MAX_NAMED = 5

/** Why the event is among those of this subscription. `hasImpact`: it names services at all. */
export function toSentence({ audience, matches }: Reason, hasImpact: boolean): string {
  if (audience === 'footprint' && matches.length > 0) {
    return `You see this event because your subscription uses these affected services: ${listMatches(matches)}.`
  }
  return [`You see this event because ${WHY[audience]}.`, describeUse(matches, hasImpact)]
    .filter((sentence) => sentence !== undefined)
    .join(' ')
}

const WHY: Readonly<Record<Reason['audience'], string>> = {
  everyone: 'it was published to all subscriptions',
  subscriptions: 'it was published to this subscription by its id',
  footprint: 'it was published to the subscriptions that use the affected services',
}

function describeUse(matches: readonly Match[], hasImpact: boolean): string | undefined {
  if (matches.length > 0)
    return `Your subscription uses these affected services: ${listMatches(matches)}.`
  return hasImpact
    ? 'Your subscription uses none of the affected services in the affected regions.'
    : undefined
}

function listMatches(matches: readonly Match[]): string {
  const named = matches
    .slice(0, MAX_NAMED)
    .map(
      ({ impactedService, impactedRegion = 'all regions' }) =>
        `${impactedService} in ${impactedRegion}`,
    )
  const more = matches.length > MAX_NAMED ? ` and ${matches.length - MAX_NAMED} more` : ''
  return `${named.join(', ')}${more}`
}
