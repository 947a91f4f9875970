import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../../client/api-error.ts'
import { ErrorState } from './ErrorState.tsx'
import { NotFoundState } from './NotFoundState.tsx'
import { SkeletonLines } from './SkeletonLines.tsx'

type Props<Data> = Readonly<{
  query: UseQueryResult<Data>
  /** As in "app" or "apps": stands in the sentences about what failed. */
  what: string
  children: (data: Data) => ReactNode
}>

/** A proxy that refuses the network has not looked for it. */
const isMissing = (error: Error) =>
  error instanceof ApiError &&
  (error.status === 404 || error.status === 403) &&
  error.code !== 'OutsideOperatorNetworks'

/** What a page shows of a query: waiting, missing, broken, or the thing itself. */
export function Loaded<Data>({ query, what, children }: Props<Data>) {
  const { data, error, refetch } = query
  // Whoever lost access while the page was open must not go on reading what was loaded before.
  if (error && isMissing(error)) return <NotFoundState what={what} error={error} />
  // Nobody may take what a page shows for what is, when it has not been asked for any more.
  if (data !== undefined && !(error instanceof ApiError && error.status === 401))
    return children(data)
  if (!error) return <SkeletonLines />
  return <ErrorState title={`The ${what} could not be loaded`} error={error} onTryAgain={refetch} />
}
