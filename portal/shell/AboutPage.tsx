import { Link } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { settings } from '../settings.ts'
import { DescriptionList } from '../ui/page/DescriptionList.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { Section } from '../ui/page/Section.tsx'
import { CopyableText } from '../ui/text/CopyableText.tsx'

const ADDRESSES: readonly [string, ReactNode][] = [
  ['Apps, members and API tokens', addressOf(settings.baseUrl, 'app management URL')],
  ['Service health and quota', addressOf(settings.managementUrl, 'health and quota URL')],
  ['API explorer', settings.explorerUrl ? <ExplorerLink key="explorer" /> : 'Turned off'],
]

/** Dates of the retired app platform. The operator sets the dates of this installation (LIFECYCLE). */
const DATES: readonly [string, ReactNode][] = [
  ['Product', 'Retired on 31 March 2025'],
  ['Analytics and diagnostics features', 'Supported until 30 June 2026'],
]

export function AboutPage() {
  return (
    <>
      <PageHeader
        title="About Binnacle"
        sentence="Binnacle is a self-hosted control plane for app access, service health and quota."
      />
      <Section title="This installation">
        <DescriptionList items={ADDRESSES} />
      </Section>
      <Section
        title="The retired app platform"
        sentence="Binnacle implements the app management API of an app platform that has been retired. The dates below apply to that platform, not to this installation. Binnacle does not have the test runs, crash data, analytics data and export configurations of that platform."
      >
        <DescriptionList items={DATES} />
      </Section>
    </>
  )
}

function addressOf(value: string, what: string): ReactNode {
  return <CopyableText key={what} value={value} what={what} />
}

function ExplorerLink() {
  return <Link href={settings.explorerUrl}>Open the API explorer</Link>
}
