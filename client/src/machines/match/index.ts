export { createMatchActor } from './create.ts'
export type { MatchActorRef, MatchSnapshot, MatchStateName } from './snapshot.ts'
export type * from './types.ts'
export { useMatch } from './use-match.ts'
