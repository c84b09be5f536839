export type * from './root.ts'
export { connectionActor, livePort, serverNow, startConnection, useConnection, useServerNow } from './root.ts'
export type * from './types.ts'
export type { LivePort } from './wire.ts'
