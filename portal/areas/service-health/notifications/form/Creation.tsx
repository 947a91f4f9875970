import { useAnnounce } from '@fluentui/react-components'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../../../paths.ts'
import { OnceValue } from '../../../../ui/show-once/once-value.ts'
import { SecretDialog } from '../secrets/SecretDialog.tsx'
import { CreateDialog } from './CreateDialog.tsx'

type Props = Readonly<{ subscription: string; taken: readonly string[]; onClose: () => void }>

type Created = Readonly<{ name: string; value: OnceValue }>

/** The form, the secret, and the page on which a test is sent. One module: a secret whose dialog cannot be fetched would be lost. */
export function Creation({ subscription, taken, onClose }: Props) {
  const [created, setCreated] = useState<Created>()
  const { announce } = useAnnounce()
  const navigate = useNavigate()
  const open = (name: string) =>
    navigate({ to: paths.healthNotification, params: { subscription, name } })
  if (created) {
    return (
      <SecretDialog
        title={`Notification “${created.name}” created`}
        value={created.value}
        onClose={() => void open(created.name)}
      />
    )
  }
  return (
    <CreateDialog
      subscription={subscription}
      taken={taken}
      onCreated={(name, secret) => {
        announce(`Notification ${name} created`)
        if (secret === undefined) void open(name)
        else setCreated({ name, value: new OnceValue(secret) })
      }}
      onClose={onClose}
    />
  )
}
