import type { MatchState } from '@minefall/shared/game'
import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { MatchActorRef, MatchSnapshot } from './create.ts'
import { type Fact, jumped } from './facts.ts'
import { frameLater } from './frame-later.ts'

/**
 * Selects from a loaded match, and renders again when the selection changes: `useMatch(match, ({ board }) =>
 * board)`, `useMatch(match, (_, { context }) => context.pending)`.
 */
export const useMatch = <T>(
  match: MatchActorRef,
  select: (state: MatchState, snapshot: MatchSnapshot) => T,
  isEqual?: (before: T, after: T) => boolean,
): T =>
  useSelector(
    match,
    (snapshot) => {
      const { state } = snapshot.context
      // The screen is about to unmount: React ignores what a selector throws then.
      if (!state) throw new Error('there is no match to read')
      return select(state, snapshot)
    },
    isEqual,
  )

/** See `frameLater`. */
export const useFrameLater = (match: MatchActorRef): MatchActorRef =>
  useMemo(() => frameLater(match), [match])

/** Subscribes to a match's facts, beginning with a jump to its current state. */
export const useFacts = (match: MatchActorRef, hear: (fact: Fact) => void): void => {
  const heard = useEffectEvent(hear)
  useEffect(() => {
    const { state } = match.getSnapshot().context
    if (state) heard(jumped(null, state))
    const told = match.on('fact', (fact) => heard(fact))
    return () => told.unsubscribe()
  }, [match])
}
