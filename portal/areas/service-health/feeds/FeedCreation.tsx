import { useState } from 'react'
import { OnceValue, type Shown } from '../../../ui/show-once/once-value.ts'
import { ShowOnceDialog } from '../../../ui/show-once/ShowOnceDialog.tsx'
import { CreateFeedDialog } from './CreateFeedDialog.tsx'
import type { CreatedFeed } from './queries.ts'

const NOTES = [
  'Anyone with one of these addresses can read the feed. Enter the address in the program that reads the feed, and treat it like a password.',
  'After you close this dialog, the addresses cannot be shown again. If you lose them, revoke the feed and create a new one.',
]

type Props = Readonly<{ subscription: string; onClose: () => void }>

type Created = Readonly<{ description: string; values: readonly Shown[] }>

/** The form, then the addresses. One module: addresses whose dialog cannot be fetched any more would be lost. */
export function FeedCreation({ subscription, onClose }: Props) {
  const [created, setCreated] = useState<Created>()
  return created ? (
    <ShowOnceDialog
      title={`Feed “${created.description}” created`}
      values={created.values}
      notes={NOTES}
      notCopied="You have not copied an address."
      onClose={onClose}
    />
  ) : (
    <CreateFeedDialog
      subscription={subscription}
      onCreated={(feed) => setCreated({ description: feed.description, values: valuesOf(feed) })}
      onClose={onClose}
    />
  )
}

const valuesOf = ({ eventsUrl, maintenanceUrl }: CreatedFeed): readonly Shown[] => [
  {
    label: 'Events, as an Atom feed',
    what: 'event feed address',
    value: new OnceValue(eventsUrl),
  },
  {
    label: 'Planned maintenance, as a calendar',
    what: 'calendar address',
    value: new OnceValue(maintenanceUrl),
  },
]
