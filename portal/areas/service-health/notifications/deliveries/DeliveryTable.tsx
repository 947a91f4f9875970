import { Button, makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components'
import { useMemo } from 'react'
import { PERMISSION_NOTICE_ID } from '../../../../ui/form/PermissionNotice.tsx'
import { DataTable } from '../../../../ui/table/DataTable.tsx'
import { type Delivery, MAX_DELIVERIES } from '../queries.ts'
import { type DeliveryActions, deliveryColumns } from './delivery-columns.tsx'

const useStyles = makeStyles({ top: { marginBottom: tokens.spacingVerticalM } })

const keyOf = ({ id }: Delivery) => id

type Props = DeliveryActions &
  Readonly<{ deliveries: readonly Delivery[]; subscription: string; onChooseSpan: () => void }>

export function DeliveryTable(props: Props) {
  const { deliveries, subscription, canSend, mayChange, onOpen, onReplay, onChooseSpan } = props
  const { top } = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const columns = useMemo(
    () => deliveryColumns(subscription, { canSend, mayChange, onOpen, onReplay }),
    [subscription, canSend, mayChange, onOpen, onReplay],
  )
  return (
    <>
      <div className={top}>
        <Button
          {...restoreFocus}
          disabledFocusable={!canSend}
          {...(!mayChange && { 'aria-describedby': PERMISSION_NOTICE_ID })}
          onClick={onChooseSpan}
        >
          Send deliveries again
        </Button>
      </div>
      {deliveries.length >= MAX_DELIVERIES && (
        <p>{`Only the latest ${MAX_DELIVERIES} are listed.`}</p>
      )}
      <DataTable
        caption="Deliveries"
        rows={deliveries}
        columns={columns}
        keyOf={keyOf}
        defaultSort="-created"
        filterLabel="Filter deliveries"
      />
    </>
  )
}
