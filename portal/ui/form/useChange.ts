import { useAnnounce } from '@fluentui/react-components'
import { type InvalidateQueryFilters, useMutation, useQueryClient } from '@tanstack/react-query'

export type Change<Answer = unknown> = Readonly<{
  run: () => Promise<Answer>
  /** Announced on success: "Ada is now a viewer". It may depend on what `run` answered. */
  done: string | ((answer: Answer) => string)
  /** The title of the error message: "The role was not changed." */
  failed: string
  /** The list does not show the change, so a message does. */
  needsMessage?: boolean
}>

export const sentenceOf = <Answer>(done: Change<Answer>['done'], answer: Answer): string =>
  typeof done === 'string' ? done : done(answer)

/** One change at a time; afterwards the queries in `invalidates` are reloaded. */
export function useChange<Answer = unknown>(invalidates: readonly InvalidateQueryFilters[]) {
  const queryClient = useQueryClient()
  const { announce } = useAnnounce()
  return useMutation({
    mutationFn: ({ run }: Change<Answer>) => run(),
    onSuccess: (answer, { done }) => announce(sentenceOf(done, answer)),
    // Also after an error, which may be due to outdated data on the page.
    async onSettled() {
      await Promise.all(invalidates.map((shown) => queryClient.invalidateQueries(shown)))
    },
  })
}
