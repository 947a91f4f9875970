import { Link } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { settings } from '../settings.ts'
import { CopyableText } from '../ui/CopyableText.tsx'
import { FactList } from '../ui/FactList.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'

const ADDRESSES: readonly [string, ReactNode][] = [
  ['Apps, members and API tokens', addressOf(settings.baseUrl, 'address of app management')],
  ['Service health and quota', addressOf(settings.managementUrl, 'address of health and quota')],
  ['API explorer', <ExplorerLink key="explorer" />],
]

/** Facts about somebody else's product; what ends here is for the operator to say (LIFECYCLE). */
const DATES: readonly [string, ReactNode][] = [
  ['Product', 'Retired on 31 March 2025'],
  ['Analytics and diagnostics features', 'Supported until 30 June 2026'],
]

export function AboutPage() {
  return (
    <>
      <PageHeader
        title="About Binnacle"
        sentence="A self-hosted control plane: who may touch which app, what is broken, how much you may use."
      />
      <Section title="This installation">
        <FactList facts={ADDRESSES} />
      </Section>
      <Section
        title="The original product"
        sentence="Binnacle answers the API of app management of a product that has ended. These are the dates of that product. They end nothing on this installation. Running tests, crash data, analytics data and export configurations ended with it and are not served here."
      >
        <FactList facts={DATES} />
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
