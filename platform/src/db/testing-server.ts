import { afterAll } from 'vitest'
import { freshDatabases } from './testing-cluster.ts'

export { accepts, findPrograms, initCluster, ordinaryUser } from './testing-cluster.ts'

/** A server's fresh, migrated databases, as addresses; they are dropped after the suite that calls this. */
export const testServer = (): { fresh(): Promise<string> } => {
  let server: ReturnType<typeof freshDatabases> | undefined
  afterAll(async () => {
    await (await server)?.drop()
  })
  return {
    async fresh() {
      server ??= freshDatabases()
      return (await server).fresh()
    },
  }
}
