import { Link } from '@fluentui/react-components'
import { settings } from '../../../settings.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { CopyableText } from '../../../ui/text/CopyableText.tsx'

/** The way from the page to a script: the same app by its address in the API. */
export function ApiExample({ owner, app }: Readonly<{ owner: string; app: string }>) {
  const address = `${settings.baseUrl}/v0.1/apps/${encodeURIComponent(owner)}/${encodeURIComponent(app)}`
  const filledIn = new URLSearchParams({ owner_name: owner, app_name: app })
  return (
    <Section
      title="Use the API"
      sentence="This request returns the data on this page. Replace <API_TOKEN> with an API token of this app."
    >
      <CopyableText value={`curl -H 'X-API-Token: <API_TOKEN>' ${address}`} what="command" />
      {settings.explorerUrl && (
        <Link href={`${settings.explorerUrl}?${filledIn}#/apps/getApp`}>
          Try it in the API explorer
        </Link>
      )}
    </Section>
  )
}
