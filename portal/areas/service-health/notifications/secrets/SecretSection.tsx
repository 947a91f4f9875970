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
  'A secret signs the messages. To replace it, add a second one: messages are then signed with both until you delete the previous one.'
const TWO =
  'Messages are signed with two secrets, so a receiver that has either of them accepts them. When all receivers have the new one, delete the previous one.'

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
