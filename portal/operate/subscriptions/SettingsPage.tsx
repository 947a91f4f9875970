import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { DetailsForm } from '../../ui/form/DetailsForm.tsx'
import { FormError } from '../../ui/form/FormError.tsx'
import { useChange } from '../../ui/form/useChange.ts'
import { Section } from '../../ui/page/Section.tsx'
import {
  operatorSubscriptions,
  renameSubscription,
  retireSubscription,
  type Subscription,
  subscriptionQuery,
} from './queries.ts'
import { SubscriptionLayout } from './SubscriptionLayout.tsx'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog,
}))

export function SettingsPage() {
  return (
    <SubscriptionLayout section="Settings">
      {(subscription) => (
        <>
          <Details subscription={subscription} />
          {subscription.retired_at === null && <Retire subscription={subscription} />}
        </>
      )}
    </SubscriptionLayout>
  )
}

type Props = Readonly<{ subscription: Subscription }>

function Details({ subscription: { id, display_name } }: Props) {
  const queryClient = useQueryClient()
  const save = async ({ name = display_name }: Readonly<{ name?: string }>) => {
    queryClient.setQueryData(subscriptionQuery(id).queryKey, await renameSubscription(id, name))
    void queryClient.invalidateQueries(operatorSubscriptions)
  }
  return (
    <Section title="Details">
      <DetailsForm
        details={[
          {
            key: 'name',
            label: 'Display name',
            value: display_name,
            maxLength: 256,
            missing: 'Enter a display name.',
          },
        ]}
        action="Save details"
        onSave={save}
      />
    </Section>
  )
}

function Retire({ subscription }: Props) {
  const restoreFocus = useRestoreFocusTarget()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Retire this subscription"
      sentence="This removes all roles on it, its footprint and its notifications. Its quota, its past events and the audit trail are kept, and its ID stays in use. You cannot undo this."
    >
      <Button {...restoreFocus} onClick={() => setOpen(true)}>
        Retire subscription
      </Button>
      {isOpen && (
        <Suspense>
          <RetireDialog subscription={subscription} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function RetireDialog({ subscription, onClose }: Props & Readonly<{ onClose: () => void }>) {
  const { id, display_name } = subscription
  const { mutate, isPending, error } = useChange([operatorSubscriptions])
  const change = {
    run: () => retireSubscription(id),
    done: `${display_name} was retired`,
    failed: 'The subscription was not retired.',
  }
  return (
    <ConfirmDialog
      title={`Retire ${display_name}?`}
      consequence="Everybody will lose access immediately. Events no longer reach the subscription, its notifications stop, and nobody can be given a role on it again. You cannot undo this."
      action="Retire subscription"
      nameToType={display_name}
      isBusy={isPending}
      onConfirm={() => mutate(change, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {error && <FormError title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}
