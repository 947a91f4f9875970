import { PageHeader } from '../ui/page/PageHeader.tsx'
import { PageLink } from '../ui/page/PageLink.tsx'

export function MissingPage() {
  return (
    <>
      <PageHeader
        title="Page not found"
        sentence="There is no page at this address. Check the address for typing errors."
      />
      <PageLink to="/">Go to Home</PageLink>
    </>
  )
}
