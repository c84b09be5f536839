import { useSelected } from '../../lib/use-selected.ts'
import type { MatchActorRef, MatchSnapshot } from './snapshot.ts'

/**
 * Reads one thing of a match and renders again when that changes. Select what is shown, not the whole context:
 * `useMatch(match, ({ context }) => context.seat)`, `useMatch(match, (match) => match.hasTag('canPlay'))`.
 */
export const useMatch = <T>(
  match: MatchActorRef,
  select: (snapshot: MatchSnapshot) => T,
  isEqual?: (before: T, after: T) => boolean,
): T => useSelected(match, select, isEqual)
