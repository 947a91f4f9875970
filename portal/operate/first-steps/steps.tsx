import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { dataOf } from '../../../client/api-client.ts'
import type { components } from '../../../client/generated/operator.ts'
import { paths } from '../../paths.ts'
import { settings } from '../../settings.ts'
import { ChangeResult } from '../../ui/form/ChangeResult.tsx'
import { useChange } from '../../ui/form/useChange.ts'
import { ButtonLink } from '../../ui/page/ButtonLink.tsx'
import { CopyableText } from '../../ui/text/CopyableText.tsx'
import { operator } from '../client.ts'

const PromoteDialog = lazy(async () => ({
  default: (await import('./PromoteDialog.tsx')).PromoteDialog,
}))

export type Step = components['schemas']['FirstStep']

type Words = Readonly<{ title: string; text: string; Action: ComponentType; command: string }>

export const STEPS: Readonly<Record<Step['step'], Words>> = {
  'second-operator': {
    title: 'A second operator with a second factor',
    text: 'If one of you cannot sign in, the other one can help.',
    Action: PromoteButton,
    command: 'binnacle operator promote ada@example.com',
  },
  mail: {
    title: 'E-mail',
    text: 'Send an e-mail to yourself. The step is done when your SMTP server has accepted it.',
    Action: TestMailButton,
    command: 'binnacle operator test-mail',
  },
  issuer: {
    title: 'Sign-in through your trusted issuer',
    text: 'Whoever signs in through it once can be found by name. Send this address to your colleagues.',
    Action: () => <CopyableText value={settings.portalUrl} what="address" />,
    command: 'binnacle login',
  },
  organization: {
    title: 'An organization',
    text: 'Apps and subscriptions belong to organizations.',
    Action: () => <ButtonLink to={paths.orgs}>Open organizations</ButtonLink>,
    command: 'binnacle orgs create "Harbour office"',
  },
  subscription: {
    title: 'A subscription',
    text: 'Events and limits concern subscriptions.',
    Action: () => <ButtonLink to={paths.operateSubscriptions}>Open subscriptions</ButtonLink>,
    command: 'binnacle operator subscriptions create "Tide tables" --org harbour-office --id tides',
  },
  services: {
    title: 'Services that a subscription uses',
    text: 'Events reach a subscription by the services on the tab Footprint of its page.',
    Action: () => <ButtonLink to={paths.operateSubscriptions}>Open subscriptions</ButtonLink>,
    command: 'binnacle operator subscriptions footprint tides --add "Storage@West US"',
  },
  access: {
    title: 'Somebody else with access',
    text: 'Give a person, an organization or a group a role on the page of a subscription.',
    Action: () => <ButtonLink to={paths.operateSubscriptions}>Open subscriptions</ButtonLink>,
    command: 'binnacle operator access grant tides reader --org harbour-office',
  },
  drill: {
    title: 'A drill',
    text: 'Publish an event that is marked as an exercise to one subscription, and see who receives it.',
    Action: () => <ButtonLink to={paths.operateNewEvent}>Compose event</ButtonLink>,
    command:
      'binnacle operator events publish --drill --to tides --type ServiceIssue --title "Test of the alarm"',
  },
}

function PromoteButton() {
  const restoreFocus = useRestoreFocusTarget()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...restoreFocus} onClick={() => setOpen(true)}>
        Make somebody an operator
      </Button>
      {isOpen && (
        <Suspense>
          <PromoteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function TestMailButton() {
  const change = useChange([{ queryKey: ['first steps'] }])
  const send = () =>
    change.mutate({
      run: async () => (await dataOf(operator.POST('/operator/v1/test-mail'))).email,
      done: (email) => `An e-mail to ${email} is on its way`,
      failed: 'No e-mail was sent.',
      needsMessage: true,
    })
  return (
    <div>
      <ChangeResult change={change} />
      <Button disabledFocusable={change.isPending} onClick={() => !change.isPending && send()}>
        Send a test e-mail
      </Button>
    </div>
  )
}
