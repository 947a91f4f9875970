import {
  Button,
  Field,
  makeStyles,
  Select,
  tokens,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { APP_PATHS, paths } from '../../paths.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { Section } from '../../ui/Section.tsx'
import { type App, appLists, appQuery, type Organization, userQuery } from './queries.ts'
import { transferApp } from './queries-apps.ts'
import { administeredQuery } from './queries-organizations.ts'
import { useAppAddress } from './useAppAddress.ts'
import { useChange } from './useChange.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog,
}))

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: tokens.spacingHorizontalM },
})

export function TransferApp({ app }: Readonly<{ app: App }>) {
  const { data: you } = useQuery(userQuery)
  const { data: administered, isPending } = useQuery(administeredQuery)
  const isOwner =
    app.owner.id === you?.id || administered?.some(({ id }) => id === app.owner.id) === true
  const destinations = administered?.filter(({ id }) => id !== app.owner.id) ?? []
  const isOff = !isPending && !isOwner
  return (
    <Section
      title="Transfer to an organization"
      sentence="Members stay and become members of the organization. API tokens of the app are revoked and open invitations end."
    >
      {isOff && <div id={WHO_CAN_TRANSFER}>{whoCanTransfer(app)}</div>}
      {isOwner && destinations.length === 0 && (
        <div>
          You are an admin of no other organization. <PageLink to={paths.orgs}>Create one</PageLink>{' '}
          to transfer the app to it.
        </div>
      )}
      <TransferForm app={app} isAllowed={isOwner} destinations={destinations} />
    </Section>
  )
}

const WHO_CAN_TRANSFER = 'who-can-transfer'

const whoCanTransfer = ({ owner }: App) =>
  owner.type === 'user'
    ? `Only the owner can transfer this app. Its owner: ${owner.display_name}.`
    : `Only admins of ${owner.display_name} can transfer this app.`

type Props = Readonly<{ app: App; isAllowed: boolean; destinations: readonly Organization[] }>

function TransferForm({ app, isAllowed, destinations }: Props) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const [chosen, setChosen] = useState('')
  const [isOpen, setOpen] = useState(false)
  const destination = destinations.find(({ name }) => name === chosen)
  const isOff = !isAllowed || destinations.length === 0
  return (
    <div className={styles.line}>
      <Field label="Organization">
        <Select value={chosen} disabled={isOff} onChange={(_event, { value }) => setChosen(value)}>
          <option value="">Choose one</option>
          {destinations.map(({ name, display_name }) => (
            <option key={name} value={name}>
              {display_name}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        {...restoreFocus}
        disabledFocusable={!destination}
        {...(!isAllowed && { 'aria-describedby': WHO_CAN_TRANSFER })}
        onClick={() => setOpen(true)}
      >
        Transfer app
      </Button>
      {isOpen && destination && (
        <Suspense>
          <TransferDialog app={app} destination={destination} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

type DialogProps = Readonly<{ app: App; destination: Organization; onClose: () => void }>

function TransferDialog({ app, destination, onClose }: DialogProps) {
  const key = useAppAddress()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useChange(appLists)
  const to = destination.display_name
  const change = {
    async run() {
      const moved = await transferApp(key, destination.name)
      queryClient.setQueryData(appQuery(destination.name, moved.name).queryKey, moved)
      const params = { owner: destination.name, app: moved.name }
      await navigate({ to: APP_PATHS.org.settings, params, replace: true })
      queryClient.removeQueries({ queryKey: appQuery(key.owner, key.app).queryKey })
    },
    done: `${app.display_name} belongs to ${to} now`,
    failed: 'The app was not transferred.',
  }
  return (
    <ConfirmDialog
      title={`Transfer ${app.display_name} to ${to}?`}
      consequence={`Admins of ${to} manage it from now on. Its API tokens are revoked: jobs that use them get 401. Its address changes, and the old one stops working.`}
      action="Transfer app"
      isBusy={isPending}
      onConfirm={() => mutate(change)}
      onCancel={onClose}
    >
      {error && <FormProblem title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}
