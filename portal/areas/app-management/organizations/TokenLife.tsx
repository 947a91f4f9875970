import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DetailsForm } from '../../../ui/form/DetailsForm.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { type OrganizationTokenLife, setTokenLife, tokenLifeQuery } from './queries.ts'

type Props = Readonly<{ org: string; isLocked: boolean }>

/** How long new tokens of the organization and of its apps are valid. */
export function TokenLife({ org, isLocked }: Props) {
  const queryClient = useQueryClient()
  const query = tokenLifeQuery(org)
  const { data: life } = useQuery(query)
  if (!life) return null
  const save = async (changes: Readonly<Record<string, string>>) => {
    const { longest_days, default_days } = life
    const changed = { longest_days, default_days, ...toNumbers(changes) }
    queryClient.setQueryData(query.queryKey, await setTokenLife(org, changed))
  }
  return (
    <Section title="New API tokens" sentence={sentenceOf(life)}>
      <DetailsForm
        details={detailsOf(life)}
        action="Save token limits"
        isLocked={isLocked}
        onSave={save}
      />
    </Section>
  )
}

const toNumbers = (changes: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(changes).map(([key, text]) => [key, text === '' ? null : Number(text)]),
  )

const detailsOf = ({ longest_days, default_days }: OrganizationTokenLife) => [
  {
    key: 'longest_days',
    label: 'Maximum lifetime in days',
    value: longest_days === null ? '' : String(longest_days),
    maxLength: 4,
    hint: 'New tokens expire after at most this many days. Leave the field empty for no limit. Existing tokens are not changed.',
  },
  {
    key: 'default_days',
    label: 'Default lifetime in days',
    value: default_days === null ? '' : String(default_days),
    maxLength: 4,
    hint: 'For tokens that are created without an expiry. Leave the field empty to use the maximum lifetime.',
  },
]

function sentenceOf({ effective: { longest_days: days } }: OrganizationTokenLife): string {
  if (days === null)
    return 'New tokens of this organization and its apps can be created without an expiry date.'
  return `New tokens of this organization and its apps expire after at most ${days} days.`
}
