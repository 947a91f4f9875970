import { Button } from '@fluentui/react-components'
import { type ComponentType, lazy } from 'react'
import { dataOf } from '../../../client/api-client.ts'
import type { FirstStep } from '../../../client/first-steps.ts'
import { paths } from '../../paths.ts'
import { settings } from '../../settings.ts'
import { DialogButton } from '../../ui/dialog/DialogButton.tsx'
import { ChangeResult } from '../../ui/form/ChangeResult.tsx'
import { useChange } from '../../ui/form/useChange.ts'
import { ButtonLink } from '../../ui/page/ButtonLink.tsx'
import { CopyableText } from '../../ui/text/CopyableText.tsx'
import { operator } from '../client.ts'

const PromoteDialog = lazy(async () => ({
  default: (await import('./PromoteDialog.tsx')).PromoteDialog,
}))

type Words = Readonly<{ title: string; text: string; Action: ComponentType }>

export const STEPS: Readonly<Record<FirstStep['step'], Words>> = {
  'second-operator': {
    title: 'A second operator with a second factor',
    text: 'If one of you cannot sign in, the other one can help.',
    Action: PromoteButton,
  },
  mail: {
    title: 'E-mail',
    text: 'Send an e-mail to yourself. The step is done when your SMTP server has accepted it.',
    Action: TestMailButton,
  },
  issuer: {
    title: 'Sign-in through your trusted issuer',
    text: 'After someone signs in once, you can find them by name. Send this address to your colleagues.',
    Action: () => <CopyableText value={settings.portalUrl} what="address" />,
  },
  organization: {
    title: 'An organization',
    text: 'Apps and subscriptions belong to organizations.',
    Action: () => <ButtonLink to={paths.orgs}>Open organizations</ButtonLink>,
  },
  subscription: {
    title: 'A subscription',
    text: 'Events and limits concern subscriptions.',
    Action: () => <ButtonLink to={paths.operateSubscriptions}>Open subscriptions</ButtonLink>,
  },
  services: {
    title: 'Services that a subscription uses',
    text: 'Events reach a subscription by its footprint, which is in its settings.',
    Action: () => <ButtonLink to={paths.operateSubscriptions}>Open subscriptions</ButtonLink>,
  },
  access: {
    title: 'Somebody else with access',
    text: 'Give a person, an organization or a group a role on the page of a subscription.',
    Action: () => <ButtonLink to={paths.operateSubscriptions}>Open subscriptions</ButtonLink>,
  },
  drill: {
    title: 'A drill',
    text: 'Publish an event that is marked as an exercise to one subscription, and see who receives it.',
    Action: () => (
      <ButtonLink to={paths.operateNewEvent} search={{ drill: true }}>
        Compose drill
      </ButtonLink>
    ),
  },
}

function PromoteButton() {
  return (
    <DialogButton dialog={(close) => <PromoteDialog onClose={close} />}>
      Make somebody an operator
    </DialogButton>
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
