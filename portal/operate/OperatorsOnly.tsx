import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { userQuery } from '../areas/app-management/account/queries.ts'
import { askEvery } from '../ask-again.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { Loaded } from '../ui/state/Loaded.tsx'
import { NotFoundState } from '../ui/state/NotFoundState.tsx'

/** Whoever is no operator any more finds out as soon as the lists would be loaded again. */
const askSooner = askEvery(10_000)

/** Nobody else's browser calls the operator API: each refusal is recorded. */
export function OperatorsOnly() {
  const query = useQuery({ ...userQuery, refetchInterval: askSooner })
  if (query.data?.is_operator === true) return <Outlet />
  return (
    <>
      <PageHeader title="Operate" />
      <Loaded query={query} what="page">
        {() => <NotFoundState what="page" />}
      </Loaded>
    </>
  )
}
