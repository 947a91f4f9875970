import { Checkbox } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormError } from '../../../ui/form/FormError.tsx'
import { PERMISSION_NOTICE_ID } from '../../../ui/form/PermissionNotice.tsx'
import { useChange } from '../../../ui/form/useChange.ts'
import { Section } from '../../../ui/page/Section.tsx'
import {
  changeOrganization,
  type Organization,
  organizationLists,
  organizationQuery,
} from './queries.ts'

type Props = Readonly<{ organization: Organization; isLocked: boolean }>

const FAILED = 'The setting was not changed.'

/** Whether members need a second factor. */
export function SecondFactor({ organization, isLocked }: Props) {
  const { name, requires_second_factor: isRequired } = organization
  const [isWanted, setWanted] = useState(isRequired)
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useChange(organizationLists)
  const save = (requires_second_factor: boolean) => {
    setWanted(requires_second_factor)
    mutate({
      async run() {
        const changed = await changeOrganization(name, { requires_second_factor })
        queryClient.setQueryData(organizationQuery(name).queryKey, changed)
      },
      done: requires_second_factor
        ? 'Members now need a second factor'
        : 'Members no longer need a second factor',
      failed: FAILED,
    })
  }
  return (
    <Section
      title="Second factor"
      sentence="Members without a second factor must set one up the next time they sign in. API tokens are not affected."
    >
      <Checkbox
        label="Members need a second factor"
        checked={isPending ? isWanted : isRequired}
        disabled={isLocked || isPending}
        {...(isLocked && { 'aria-describedby': PERMISSION_NOTICE_ID })}
        onChange={(_event, { checked }) => save(checked === true)}
      />
      {error && <FormError title={FAILED} error={error} />}
    </Section>
  )
}
