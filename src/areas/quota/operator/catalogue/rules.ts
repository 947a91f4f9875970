import { type CatalogueEntry, type CatalogueResource, NAME } from './wire.ts'

export const isName = (text: string) =>
  text.length <= NAME.maxLength && new RegExp(NAME.pattern, 'u').test(text)

type Side = Readonly<{ locations?: readonly string[]; resources: readonly CatalogueResource[] }>

/** Only what differs: an entry can have thousands of resources, of which one was changed. */
export function diff(
  before: CatalogueEntry | undefined,
  after: CatalogueEntry | undefined,
): { before?: Side; after?: Side } {
  const isSameLocation = toJson(before?.locations) === toJson(after?.locations)
  const side = (one: CatalogueEntry, other: CatalogueEntry | undefined): Side => {
    const others = new Set(other?.resources.map(toJson))
    return {
      ...(!isSameLocation && { locations: one.locations }),
      resources: one.resources.filter((resource) => !others.has(toJson(resource))),
    }
  }
  return {
    ...(before && { before: side(before, after) }),
    ...(after && { after: side(after, before) }),
  }
}

const toJson = (value: unknown) => JSON.stringify(value)
