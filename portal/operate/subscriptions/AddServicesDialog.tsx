import { useState } from 'react'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import { useChange } from '../../ui/form/useChange.ts'
import { type ImpactRow, listNamed, newImpactRow } from '../events/compose/draft.ts'
import { ImpactFields } from '../events/compose/fields/ImpactFields.tsx'
import { changeFootprint, operatorSubscriptions } from './queries.ts'

const FAILED = 'The services were not added.'

type Props = Readonly<{ subscription: string; onClose: () => void }>

export function AddServicesDialog({ subscription, onClose }: Props) {
  const { mutate, isPending, error } = useChange([operatorSubscriptions])
  const [rows, setRows] = useState<readonly ImpactRow[]>([newImpactRow()])
  const [isTried, setTried] = useState(false)
  const isReady = rows.every(
    ({ service, regions }) => service.trim() !== '' && listNamed(regions).length > 0,
  )
  const submit = () => {
    setTried(true)
    if (!isReady || isPending) return
    const add = rows.flatMap(({ service, regions }) =>
      listNamed(regions).map((region) => ({ service: service.trim(), region })),
    )
    const change = {
      run: () => changeFootprint(subscription, { add }),
      done: 'The services were added',
      failed: FAILED,
    }
    mutate(change, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Add services"
      action="Add services"
      failed={FAILED}
      error={error}
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ImpactFields rows={rows} isRequired needsRegions onChange={setRows} />
      {isTried && !isReady && (
        <div role="alert">Enter a service and at least one region in each row.</div>
      )}
      <div>Names that nobody has used before will be registered.</div>
    </FormDialog>
  )
}
