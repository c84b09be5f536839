import { useEffect, useEffectEvent, useState } from 'react'
import { useCalm } from '../../lib/play-settings.ts'
import { createStore } from '../../lib/store.ts'
import { type Fact, type MatchActorRef, useFacts } from '../../machines/match/index.ts'

/** The last tile and the pot are seen before the dialog covers them, in milliseconds. */
const pauseMs = 1700

type Ending = 'none' | 'seen' | 'found'

/** Whether a fact is an end that was seen to come, or one that was come back to. */
const endingOf = ({ event, state }: Fact): Ending | null => {
  switch (event.type) {
    case 'Settled':
    case 'Voided':
      return 'seen'
    case 'Jumped':
      return state.result ? 'found' : 'none'
    case 'SeatTaken':
    case 'SeatLeft':
    case 'Locked':
    case 'SeedRevealed':
    case 'TilePicked':
    case 'LinkRevealed':
    case 'Started':
    case 'BoardBegun':
    case 'TurnStarted':
    case 'TileOpened':
    case 'SeatOut':
    case 'ClockCompensated':
      return null
  }
}

/**
 * Whether the result dialog is open: a moment after the end we saw, at once for an end we came back to. A store, so that
 * the screen around it is not drawn again as it opens.
 */
export const useResultOpen = (match: MatchActorRef) => {
  const calm = useCalm()
  const [ending, end] = useState<Ending>('none')
  const [open] = useState(() => createStore(() => false))
  useFacts(match, (fact) => {
    const next = endingOf(fact)
    // An end that was seen is not found once more when the connection comes back.
    if (next) end((was) => (next === 'found' && was === 'seen' ? was : next))
  })
  const isCalm = useEffectEvent(() => calm)
  useEffect(() => {
    if (ending !== 'seen' || isCalm()) {
      open.set(ending !== 'none')
      return
    }
    const timer = setTimeout(() => open.set(true), pauseMs)
    return () => clearTimeout(timer)
  }, [ending, open])
  return { open, fresh: ending === 'seen', show: () => open.set(true), hide: () => open.set(false) }
}
