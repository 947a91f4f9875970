import { Link } from '@fluentui/react-components'
import { settings } from '../../settings.ts'
import { CopyableText } from '../../ui/CopyableText.tsx'
import { Section } from '../../ui/Section.tsx'

/** The way from the page to a script: the same app by its address in the API. */
export function UseTheApi({ owner, app }: Readonly<{ owner: string; app: string }>) {
  const address = `${settings.baseUrl}/v0.1/apps/${encodeURIComponent(owner)}/${encodeURIComponent(app)}`
  const filledIn = new URLSearchParams({ owner_name: owner, app_name: app })
  return (
    <Section
      title="Use the API"
      sentence="What this page shows, a script reads from here. Put an API token of this app in the place of <API_TOKEN>."
    >
      <CopyableText value={`curl -H 'X-API-Token: <API_TOKEN>' ${address}`} what="command" />
      <Link href={`${settings.explorerUrl}?${filledIn}#/apps/getApp`}>
        Try it in the API explorer
      </Link>
    </Section>
  )
}
