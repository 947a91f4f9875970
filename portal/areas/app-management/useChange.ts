import { useAnnounce } from '@fluentui/react-components'
import { type InvalidateQueryFilters, useMutation, useQueryClient } from '@tanstack/react-query'

export type Change = Readonly<{
  run: () => Promise<unknown>
  /** What is said once it is done: "Ada is now a viewer". */
  done: string
  /** What stands above the reason when it was refused: "The role was not changed." */
  failed: string
  /** The list looks the same after it, so it has to be said. */
  isUnseen?: boolean
}>

/** One change at a time to what these queries show; they are asked again after it. */
export function useChange(shownBy: readonly InvalidateQueryFilters[]) {
  const queryClient = useQueryClient()
  const { announce } = useAnnounce()
  return useMutation({
    mutationFn: ({ run }: Change) => run(),
    onSuccess: (_answer, { done }) => announce(done),
    // Also after a refusal: what was shown may be why it was asked for in vain.
    async onSettled() {
      await Promise.all(shownBy.map((shown) => queryClient.invalidateQueries(shown)))
    },
  })
}
