import type { KyselyPlugin, RootOperationNode } from 'kysely'

/** Asks for the plan of a statement in place of its rows. */
export const explaining: KyselyPlugin = {
  transformQuery: ({ node }): RootOperationNode => {
    if (node.kind === 'SelectQueryNode') return { ...node, explain: { kind: 'ExplainNode' } }
    if (node.kind !== 'RawNode') throw new Error(`no plan for ${node.kind}`)
    const [first, ...rest] = node.sqlFragments
    return { ...node, sqlFragments: [`explain ${first}`, ...rest] }
  },
  transformResult: async ({ result }) => result,
}
