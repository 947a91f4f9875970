import { pathParams } from '../../../platform/http/schema.ts'

/** Where the operations of tests are: `name` ends their ids. */
export type Scope = Readonly<{ name: string; path: string }>

/** The names in the path of a scope, all of which are texts. */
export const paramsOf = <const More extends string>({ path }: Scope, ...more: More[]) =>
  pathParams('subscriptionId', ...namesIn(path), ...more) as ReturnType<
    typeof pathParams<'subscriptionId' | More>
  >

const namesIn = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) =>
    name === undefined || name === 'subscriptionId' ? [] : [name],
  )
