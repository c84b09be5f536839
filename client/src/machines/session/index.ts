export type * from './root.ts'
export { sessionActor, startSession, useSession } from './root.ts'
export type { StoredUser } from './stored-user.ts'
export type * from './types.ts'
