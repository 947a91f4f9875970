import { useAnnounce } from '@fluentui/react-components'
import { type InvalidateQueryFilters, useMutation, useQueryClient } from '@tanstack/react-query'

type Change = Readonly<{
  run: () => Promise<unknown>
  /** Announced on success: "Ada is now a viewer". It may depend on what `run` answered. */
  done: string | ((answer: unknown) => string)
  /** The title of the error message: "The role was not changed." */
  failed: string
  /** The list does not show the change, so a message does. */
  needsMessage?: boolean
}>

export const sentenceOf = (done: Change['done'], answer: unknown): string =>
  typeof done === 'string' ? done : done(answer)

/** One change at a time; afterwards the queries in `invalidates` are reloaded. */
export function useChange(invalidates: readonly InvalidateQueryFilters[]) {
  const queryClient = useQueryClient()
  const { announce } = useAnnounce()
  return useMutation({
    mutationFn: ({ run }: Change) => run(),
    onSuccess: (answer, { done }) => announce(sentenceOf(done, answer)),
    // Also after an error, which may be due to outdated data on the page.
    async onSettled() {
      await Promise.all(invalidates.map((shown) => queryClient.invalidateQueries(shown)))
    },
  })
}
