export { createMatchActor, type MatchActorRef, type MatchSnapshot } from './create.ts'
export type { Fact } from './facts.ts'
export type * from './types.ts'
export { useFacts, useMatch } from './use-match.ts'
