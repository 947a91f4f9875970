import { useAnnounce } from '@fluentui/react-components'
import { type InvalidateQueryFilters, useMutation, useQueryClient } from '@tanstack/react-query'

type Change = Readonly<{
  run: () => Promise<unknown>
  /** Announced on success: "Ada is now a viewer". */
  done: string
  /** The title of the error message: "The role was not changed." */
  failed: string
  /** The list does not show the change, so a message does. */
  needsMessage?: boolean
}>

/** One change at a time; afterwards the queries in `invalidates` are reloaded. */
export function useChange(invalidates: readonly InvalidateQueryFilters[]) {
  const queryClient = useQueryClient()
  const { announce } = useAnnounce()
  return useMutation({
    mutationFn: ({ run }: Change) => run(),
    onSuccess: (_answer, { done }) => announce(done),
    // Also after an error, which may be due to outdated data on the page.
    async onSettled() {
      await Promise.all(invalidates.map((shown) => queryClient.invalidateQueries(shown)))
    },
  })
}
