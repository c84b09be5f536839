import type { Server } from '../harness/server.ts'
import type { Studio } from './camera.ts'
import type { People } from './people.ts'

/** What a scene is played with. */
export type Stage = {
  studio: Studio
  server: Server
  /** A copy of the built client that the server hands out. */
  client: string
  /** Those who have accounts; they come when they are first asked for. */
  people(): Promise<People>
}

/** Opens pages, and takes pictures of them. */
export type Scene = (stage: Stage) => Promise<void>
