import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import { useServer } from '../../../test/support/server/server.ts'

const database = useDatabase()
const server = useServer({
  databaseUrl: database.url,
  env: { BASE_URL: 'https://apps.example.com' },
})
const call = caller(server)
const readDocument = async () => (await call(undefined, 'GET', '/openapi/app-management.json')).body

test('A2: the base address is a setting', async () => {
  const servers = (await readDocument()).servers.map(({ url }: { url: string }) => url)
  expect(servers).toContain('https://apps.example.com')
})
