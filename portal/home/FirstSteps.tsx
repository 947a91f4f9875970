import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { userQuery } from '../areas/app-management/account/queries.ts'

const StepList = lazy(async () => ({
  default: (await import('../operate/first-steps/StepList.tsx')).StepList,
}))

/** For operators of an installation that is new. Nobody else's browser calls the operator API. */
export function FirstSteps() {
  const { data: you } = useQuery(userQuery)
  if (you?.is_operator !== true) return null
  return (
    <Suspense>
      <StepList />
    </Suspense>
  )
}
