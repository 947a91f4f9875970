import { randomBytes } from 'node:crypto'
import { beforeAll } from 'vitest'
import { openSeal } from '../../../src/platform/crypto/seal.ts'
import { useDatabase } from '../database/use-database.ts'
import { caller } from '../http/http.ts'
import { TRUSTED_ISSUERS } from '../http/operator-requests.ts'
import { forgeBearer } from '../http/signed-in.ts'
import { insertToken } from '../world/samples.ts'
import { insertPerson, type Person } from '../world/world.ts'
import { useServer } from './server.ts'

const ORIGIN = 'http://binnacle.example'

/** A server with an operator, and ways to call it as that operator, with a token or as somebody who is signed in. */
export function useOffboardingStage(env: Record<string, string> = {}) {
  const database = useDatabase()
  const seal = openSeal(randomBytes(32))
  const server = useServer({
    databaseUrl: database.url,
    seal,
    env: { PUBLIC_URL: ORIGIN, TRUSTED_ISSUERS, ...env },
  })
  let operator = ''
  beforeAll(async () => {
    const { id } = await insertPerson(database.db, 'operator')
    await database.db
      .updateTable('account')
      .set({ is_operator: true })
      .where('id', '=', id)
      .execute()
    operator = await signIn({ id })
  })
  const signIn = ({ id }: { id: string }) =>
    forgeBearer(database.db, seal, ORIGIN, {
      sub: id,
      client_id: 'portal',
      aud: `${ORIGIN}/v0.1`,
      scope: 'account',
    })
  const asBearer = (bearer: string, method: string, path: string, body?: unknown) =>
    caller(server)(undefined, method, path, body, { Authorization: `Bearer ${bearer}` })
  return {
    database,
    server,
    origin: ORIGIN,
    call: caller(server),
    signIn,
    asBearer,
    callAsOperator: (method: string, path: string, body?: unknown) =>
      asBearer(operator, method, `/operator/v1${path}`, body),
    /** A token of an app or organization, counted for its creator as the API would have. */
    async insertTokenOf(
      creator: Person,
      home: { id: string; appId?: string; access?: 'all' | 'viewer' },
    ) {
      const token = await insertToken(database.db, {
        homeId: home.id,
        kind: home.appId === undefined ? 'org' : 'app',
        ...(home.appId !== undefined && { appId: home.appId }),
        access: home.access ?? 'all',
        createdBy: creator.id,
      })
      await database.db
        .updateTable('account')
        .set((account) => ({ token_count: account('token_count', '+', 1) }))
        .where('id', '=', creator.id)
        .execute()
      return token
    },
  }
}
