import type { Browser } from '@playwright/test'
import type { Server } from '../harness/server.ts'
import type { People } from './people.ts'

/** What a scene is played with. */
export type Stage = {
  browser: Browser
  server: Server
  /** Where pictures are kept. */
  folder: string
  /** A copy of the built client that the server hands out. */
  client: string
  /** Those who have accounts; they come when they are first asked for. */
  people(): Promise<People>
}

/** Opens pages, and takes pictures of them. */
export type Scene = (stage: Stage) => Promise<void>
