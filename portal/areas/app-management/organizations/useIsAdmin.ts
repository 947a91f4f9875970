import { useQuery } from '@tanstack/react-query'
import { administeredQuery, type Organization } from './queries.ts'

/** Whether the person who is signed in is an admin of it; nothing while that is not known. */
export function useIsAdmin({ id }: Organization): boolean | undefined {
  const { data, error } = useQuery(administeredQuery)
  if (error && !data) return false
  return data?.some((administered) => administered.id === id)
}
