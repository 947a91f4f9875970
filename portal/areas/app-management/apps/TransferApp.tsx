import { Field, makeStyles, Select, tokens } from '@fluentui/react-components'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { APP_PATHS, paths } from '../../../paths.ts'
import { DialogButton } from '../../../ui/dialog/DialogButton.tsx'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { userQuery } from '../account/queries.ts'
import { administeredQuery, type Organization } from '../organizations/queries.ts'
import { type App, appLists, appQuery, transferApp } from './queries.ts'
import { useAppAddress } from './useAppAddress.ts'

const ConfirmChange = lazy(async () => ({
  default: (await import('../../../ui/dialog/ConfirmChange.tsx')).ConfirmChange,
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
  const isDisabled = !isPending && !isOwner
  return (
    <Section
      title="Transfer to an organization"
      sentence="Members keep their access and become members of the organization. The app’s API tokens and pending invitations are revoked."
    >
      {isDisabled && <div id={TRANSFER_NOTICE_ID}>{transferPermissionNotice(app)}</div>}
      {isOwner && destinations.length === 0 && (
        <div>
          You are not an admin of any other organization. To transfer this app,{' '}
          <PageLink to={paths.orgs}>create an organization</PageLink> first.
        </div>
      )}
      <TransferForm app={app} isAllowed={isOwner} destinations={destinations} />
    </Section>
  )
}

const TRANSFER_NOTICE_ID = 'transfer-notice'

const transferPermissionNotice = ({ owner }: App) =>
  owner.type === 'user'
    ? `Only the owner can transfer this app. The owner is ${owner.display_name}.`
    : `Only admins of ${owner.display_name} can transfer this app.`

type Props = Readonly<{ app: App; isAllowed: boolean; destinations: readonly Organization[] }>

function TransferForm({ app, isAllowed, destinations }: Props) {
  const styles = useStyles()
  const [chosen, setChosen] = useState('')
  const destination = destinations.find(({ name }) => name === chosen)
  const isDisabled = !isAllowed || destinations.length === 0
  return (
    <div className={styles.line}>
      <Field label="Organization">
        <Select
          value={chosen}
          disabled={isDisabled}
          onChange={(_event, { value }) => setChosen(value)}
        >
          <option value="">Select an organization</option>
          {destinations.map(({ name, display_name }) => (
            <option key={name} value={name}>
              {display_name}
            </option>
          ))}
        </Select>
      </Field>
      <DialogButton
        disabledFocusable={!destination}
        {...(!isAllowed && { 'aria-describedby': TRANSFER_NOTICE_ID })}
        dialog={(close) =>
          destination && <TransferDialog app={app} destination={destination} onClose={close} />
        }
      >
        Transfer app
      </DialogButton>
    </div>
  )
}

type DialogProps = Readonly<{ app: App; destination: Organization; onClose: () => void }>

function TransferDialog({ app, destination, onClose }: DialogProps) {
  const key = useAppAddress()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const to = destination.display_name
  const change = {
    async run() {
      const moved = await transferApp(key, destination.name)
      queryClient.setQueryData(appQuery(destination.name, moved.name).queryKey, moved)
      const params = { owner: destination.name, app: moved.name }
      await navigate({ to: APP_PATHS.org.settings, params, replace: true })
      queryClient.removeQueries({ queryKey: appQuery(key.owner, key.app).queryKey })
    },
    done: `${app.display_name} now belongs to ${to}`,
    failed: 'The app was not transferred.',
  }
  return (
    <ConfirmChange
      title={`Transfer ${app.display_name} to ${to}?`}
      consequence={`Admins of ${to} will manage the app. Its API tokens will be revoked, and scripts that use them will start receiving 401 responses. Its URL will change, and the old URL will stop working.`}
      action="Transfer app"
      change={change}
      invalidates={appLists}
      onClose={onClose}
    />
  )
}
