import { afterAll } from 'vitest'
import { freshDatabases } from './testing-cluster.ts'

export { accepts, findPrograms, initCluster, ordinaryUser } from './testing-cluster.ts'

/** A server's databases as addresses, migrated or empty; they are dropped after the suite that calls this. */
export const testServer = (): { fresh(): Promise<string>; empty(): Promise<string> } => {
  let server: ReturnType<typeof freshDatabases> | undefined
  afterAll(async () => {
    await (await server)?.drop()
  })
  const databases = () => {
    server ??= freshDatabases()
    return server
  }
  return {
    fresh: async () => (await databases()).fresh(),
    empty: async () => (await databases()).empty(),
  }
}
