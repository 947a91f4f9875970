import { NotFoundState } from '../ui/NotFoundState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

export function MissingPage() {
  return (
    <>
      <PageHeader title="No such page" />
      <NotFoundState what="page" />
    </>
  )
}
