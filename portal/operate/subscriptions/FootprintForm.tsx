import { Button } from '@fluentui/react-components'
import { useState } from 'react'
import { ChangeResult } from '../../ui/form/ChangeResult.tsx'
import { useChange } from '../../ui/form/useChange.ts'
import { ImpactFields } from '../events/compose/fields/ImpactFields.tsx'
import { isEmpty, isWhole, toChange, toRows } from './footprint-rows.ts'
import { changeFootprint, operatorSubscriptions, type ServiceRegion } from './queries.ts'

type Props = Readonly<{ subscription: string; places: readonly ServiceRegion[] }>

/** Begins with the places that were there at first: what others change meanwhile is kept. */
export function FootprintForm({ subscription, places }: Props) {
  const change = useChange([operatorSubscriptions])
  const [loaded, setLoaded] = useState(places)
  const [rows, setRows] = useState(() => toRows(places))
  const { add, remove } = toChange(loaded, rows)
  const isReady = rows.every((row) => isEmpty(row) || isWhole(row))
  const isChanged = add.length > 0 || remove.length > 0
  const save = () =>
    change.mutate(
      {
        run: () => changeFootprint(subscription, { add, remove }),
        done: 'The footprint was changed',
        failed: 'The footprint was not changed.',
        needsMessage: true,
      },
      {
        onSuccess() {
          const removed = new Set(remove)
          setLoaded([...loaded.filter((place) => !removed.has(place)), ...add])
        },
      },
    )
  return (
    <>
      <ChangeResult change={change} />
      <ImpactFields
        rows={rows}
        isRequired
        needsRegions
        onChange={(changed) => setRows([...changed])}
      />
      {!isReady && <div role="alert">Enter a service and at least one region in each row.</div>}
      <Button
        appearance="primary"
        disabledFocusable={!isReady || !isChanged || change.isPending}
        onClick={save}
      >
        Save footprint
      </Button>
    </>
  )
}
