/** The forms of the status page. */
export const PATHS = {
  page: '/status',
  json: '/status/v1/events.json',
  atom: '/status/v1/events.atom',
} as const
export type Kind = keyof typeof PATHS
