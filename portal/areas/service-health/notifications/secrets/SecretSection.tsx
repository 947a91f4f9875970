import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Section } from '../../../../ui/page/Section.tsx'
import type { OnceValue } from '../../../../ui/show-once/once-value.ts'
import { type Notification, notificationKeys } from '../queries.ts'
import { AddSecret } from './AddSecret.tsx'
import { DeletePrevious } from './DeletePrevious.tsx'

const loadDialog = () => import('./SecretDialog.tsx')
const SecretDialog = lazy(async () => ({ default: (await loadDialog()).SecretDialog }))

const ONE =
  'Messages are signed with a secret. To replace it, add a second one. Messages are then signed with both until you delete the previous one.'
const TWO =
  'Messages are signed with two secrets, so receivers can verify them with either one. When all receivers use the new secret, delete the previous one.'

type Props = Readonly<{ notification: Notification; subscription: string; mayChange: boolean }>

export function SecretSection({ notification, subscription, mayChange }: Props) {
  const queryClient = useQueryClient()
  const [value, setValue] = useState<OnceValue>()
  const { name, hasPreviousSecret: hasTwo = false } = notification
  const common = { name, subscription, mayChange }
  const reload = () =>
    queryClient.invalidateQueries({ queryKey: notificationKeys.all(subscription) })
  return (
    <Section title="Secret" sentence={hasTwo ? TWO : ONE}>
      {hasTwo ? (
        <DeletePrevious {...common} />
      ) : (
        <AddSecret {...common} loadDialog={loadDialog} onAdded={setValue} />
      )}
      {value && (
        <Suspense>
          <SecretDialog
            title={`Second secret of “${name}” added`}
            value={value}
            onClose={() => {
              setValue(undefined)
              void reload()
            }}
          />
        </Suspense>
      )}
    </Section>
  )
}
