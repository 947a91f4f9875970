import { useSearch } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { Breadcrumbs } from '../../../ui/page/Breadcrumbs.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { ComposeForm } from './ComposeForm.tsx'

export function ComposePage() {
  const { drill = false } = useSearch({ from: `/shell/operators${paths.operateNewEvent}` })
  return (
    <>
      <Breadcrumbs
        steps={[
          ['Operate', 'Operate'],
          [
            'Events',
            <PageLink key="events" to={paths.operateEvents}>
              Events
            </PageLink>,
          ],
          ['Compose event', 'Compose event'],
        ]}
      />
      <PageHeader
        title="Compose event"
        sentence="Before you publish the event, you can preview it and see which subscriptions it will reach."
      />
      <ComposeForm isDrill={drill} />
    </>
  )
}
