import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { findBearers } from '../src/identity/bearer/store.ts'
import { OWN_SUBSCRIPTIONS } from '../src/management-api/subscriptions/store.ts'
import { withMigratedDatabase } from '../test/support/database/postgres.ts'
import { fillAccess, ID_OF, OPENED, UNDO } from './fill/access.ts'
import { median } from './load/rounds.ts'
import type { Size } from './size.ts'

const LIMIT = 1.2
const CALLS = 500
const PAGE = 101

/** As they were before an organization or a group could have a role. */
const BEARER_BEFORE = findBearers(false)
  .sql.replace(/\(select min\(access\.role\).*?end\)/s, 'member.role')
  .replace(
    'left join ended_session as ended\n',
    `left join subscription_member as member
       on member.subscription_id = asked.subscription_id
          and member.principal_id = case when asked.account_id is null and asked.subject is null
                                         then client.principal_id else account.id end
     left join ended_session as ended\n`,
  )
const LIST_BEFORE = `
  select subscription.id, subscription.display_name, subscription.organization_id
    from subscription_member as member
    join subscription on subscription.id = member.subscription_id
   where member.principal_id = $1 and subscription.id > $2
   order by subscription.id
   limit $3`

type Call = Readonly<{ client: pg.Client; name: string; text: string; values: () => unknown[] }>

/** The role of a caller, and the list of a person, against the same statements with roles of principals alone. */
export const benchAccess = (size: Size): Promise<void> =>
  withMigratedDatabase((before) =>
    withMigratedDatabase(async (now) => {
      await using opened = new AsyncDisposableStack()
      const theirs = await open(before, size, opened)
      await theirs.query(UNDO)
      const ours = await open(now, size, opened)
      for (const client of [theirs, ours]) await client.query('vacuum analyze')
      const role = (client: pg.Client, name: string, text: string, id: string): Call => {
        const values = () => bearerOf(id, OPENED[Math.floor(Math.random() * OPENED.length)] ?? '')
        return { client, name, text, values }
      }
      const list = (client: pg.Client, name: string, text: string, id: string): Call => {
        return { client, name, text, values: () => [id, '', PAGE] }
      }
      // In the same session: its index is as before.
      const oldRole = role(ours, 'bearer before', BEARER_BEFORE, ID_OF.byHand)
      const oldList = list(theirs, 'list', LIST_BEFORE, ID_OF.byHand)
      for (const [how, id] of Object.entries(ID_OF)) {
        const newRole = role(ours, 'bearer', findBearers(false).sql, id)
        await compare(`the role of a caller, ${how}`, newRole, oldRole, size)
        await compare(`the list, ${how}`, list(ours, 'list', OWN_SUBSCRIPTIONS, id), oldList, size)
      }
    }),
  )

async function open(
  databaseUrl: string,
  { rows }: Size,
  opened: AsyncDisposableStack,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  opened.defer(() => client.end())
  await fillAccess(client, rows)
  return client
}

function bearerOf(accountId: string, subscriptionId: string): unknown[] {
  const session = { clientId: 'portal', sessionId: randomUUID(), grantId: randomUUID() }
  const key = { identity: null, ...session, accountId, subscriptionId }
  return findBearers(false).toParameters([key])
}

/** The two in turn, so that a busy machine slows both. */
async function compare(label: string, ours: Call, theirs: Call, { rounds }: Size): Promise<void> {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [mine, others]: [number[], number[]] = [[], []]
    for (let call = 0; call < CALLS; call++) {
      mine.push(await time(ours))
      others.push(await time(theirs))
    }
    ratios.push(median(mine) / median(others))
  }
  const [ratio, lowest, highest] = [median(ratios), Math.min(...ratios), Math.max(...ratios)]
  console.log(`${label}: ${ratio.toFixed(2)} (${lowest.toFixed(2)} to ${highest.toFixed(2)})`)
  if (ratio <= LIMIT) return
  console.log(`FAIL ${label}: the limit is ${LIMIT}`)
  process.exitCode = 1
}

async function time({ client, name, text, values }: Call): Promise<number> {
  const start = performance.now()
  const { rows } = await client.query({ name, text, values: values(), rowMode: 'array' })
  const took = performance.now() - start
  if (name.startsWith('bearer') ? !rows[0]?.includes('reader') : rows.length !== PAGE)
    throw new Error(`${name} found something else`)
  return took
}
