import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { DialogButton } from '../../ui/dialog/DialogButton.tsx'
import { DetailsForm } from '../../ui/form/DetailsForm.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { Loaded } from '../../ui/state/Loaded.tsx'
import { FootprintForm } from './FootprintForm.tsx'
import {
  footprintQuery,
  operatorSubscriptions,
  renameSubscription,
  retireSubscription,
  type Subscription,
  subscriptionQuery,
} from './queries.ts'
import { SubscriptionLayout } from './SubscriptionLayout.tsx'

const ConfirmChange = lazy(async () => ({
  default: (await import('../../ui/dialog/ConfirmChange.tsx')).ConfirmChange,
}))

export function SettingsPage() {
  return (
    <SubscriptionLayout section="Settings">
      {(subscription) => (
        <>
          <Details subscription={subscription} />
          {subscription.retired_at === null && (
            <>
              <Footprint subscription={subscription} />
              <Retire subscription={subscription} />
            </>
          )}
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

function Footprint({ subscription: { id } }: Props) {
  return (
    <Section
      title="Footprint"
      sentence="The services that this subscription uses, each in its regions. Events for these reach it. Names that nobody has used before will be registered."
    >
      <Loaded query={useQuery(footprintQuery(id))} what="footprint">
        {(places) => <FootprintForm key={id} subscription={id} places={places} />}
      </Loaded>
    </Section>
  )
}

function Retire({ subscription: { id, display_name } }: Props) {
  return (
    <Section
      title="Retire this subscription"
      sentence="This removes all roles on it, its footprint and its notifications. Its quota, its past events and the audit trail are kept, and its ID stays in use. You cannot undo this."
    >
      <DialogButton
        dialog={(close) => (
          <ConfirmChange
            title={`Retire ${display_name}?`}
            consequence="Everybody will lose access immediately. Events no longer reach the subscription, its notifications stop, and nobody can be given a role on it again. You cannot undo this."
            action="Retire subscription"
            nameToType={display_name}
            change={{
              run: () => retireSubscription(id),
              done: `${display_name} was retired`,
              failed: 'The subscription was not retired.',
            }}
            invalidates={[operatorSubscriptions]}
            onClose={close}
          />
        )}
      >
        Retire subscription
      </DialogButton>
    </Section>
  )
}
