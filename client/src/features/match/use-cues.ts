import { useEffect } from 'react'
import { silentClue } from '../../board/model/scene.ts'
import { afterFrame } from '../../lib/after-frame.ts'
import { useCountdown } from '../../lib/countdown.ts'
import type { Cue } from '../../lib/cues.ts'
import { feel, type Touch } from '../../lib/haptics.ts'
import { onSettings, playSettings } from '../../lib/play-settings.ts'
import { attachSound, sound } from '../../lib/sound.ts'
import { type Fact, type MatchActorRef, useFacts } from '../../machines/match/index.ts'
import { summarize } from './result.ts'

type Played = { cue: Cue; clue?: number; touch?: Touch }

const turnCue = ({ state: { turn } }: Fact, seat: number | null): Played =>
  turn?.seat === seat ? { cue: 'yourTurn', touch: 'yourTurn' } : { cue: 'turn' }

/** What is heard and felt of a fact. `seat` is ours, null for a watcher. */
export const cuesOf = (fact: Fact, seat: number | null): readonly Played[] => {
  const { event, before, state } = fact
  switch (event.type) {
    case 'SeatTaken':
      return [{ cue: 'seated' }]
    case 'Locked':
      return [{ cue: 'sealed' }]
    case 'BoardBegun':
      return [
        ...(event.board > 0 ? [{ cue: 'board' } as const] : []),
        ...(event.openers ? [{ cue: 'openers' } as const] : []),
      ]
    case 'TilePicked':
      // Our own press was heard when it was made.
      return event.seat === seat && event.by === 'hand' ? [] : [{ cue: 'press' }]
    case 'TileOpened':
      if (!event.mine) return [{ cue: 'open', clue: event.clue === silentClue ? 0 : event.clue }]
      return event.seat === seat
        ? [{ cue: 'mine', touch: 'out' }, { cue: 'out' }]
        : [{ cue: 'mine', touch: 'mine' }]
    case 'TurnStarted':
      return [turnCue(fact, seat)]
    case 'Settled':
    case 'Voided':
      if (before?.phase !== 'playing') return []
      return [{ cue: summarize(state, seat)?.ahead ? 'won' : 'over' }]
    case 'Jumped': {
      const isNewTurn = state.turn !== null && state.turn.turn !== before?.turn?.turn
      return isNewTurn && state.turn?.seat === seat ? [turnCue(fact, seat)] : []
    }
    case 'SeatLeft':
    case 'SeedRevealed':
    case 'LinkRevealed':
    case 'Started':
    case 'SeatOut':
    case 'ClockCompensated':
      return []
  }
}

const play = ({ cue, clue, touch }: Played) => {
  sound.play(cue, clue)
  if (touch && playSettings().haptics) feel(touch)
}

/** Plays what is heard and felt of a fact once it is seen. */
export const playCues = (fact: Fact, seat: number | null): void => {
  for (const played of cuesOf(fact, seat)) afterFrame(() => play(played))
}

/** A tile of ours goes down: heard once it is seen, since a sound takes longer to make than a move to send and draw. */
export const playPress = (): void => afterFrame(() => play({ cue: 'press', touch: 'press' }))

/** The sound of a second passing in our own turn: nothing, a tick in the last five, a double one in the last. */
export const tickFor = (secondsLeft: number): Cue | null => {
  if (secondsLeft > 5 || secondsLeft < 1) return null
  return secondsLeft === 1 ? 'lastTick' : 'tick'
}

/** Follows the settings and the page: volumes, the first gesture, hidden tabs, and the music of a match. */
export const useSoundBus = (playing: boolean): void => {
  useEffect(() => {
    const apply = () => sound.volumes(playSettings())
    apply()
    const detach = attachSound()
    const stop = onSettings(apply)
    return () => {
      stop()
      detach()
    }
  }, [])
  useEffect(() => {
    sound.music(playing)
    return () => sound.music(false)
  }, [playing])
}

/** Sounds and vibrations of what happens, and of emotes. */
export const useCues = (match: MatchActorRef): void => {
  useFacts(match, (fact) => playCues(fact, match.getSnapshot().context.seat))
  useEffect(() => {
    const told = match.on('emote', () => {
      if (!playSettings().muteEmotes) sound.play('emote')
    })
    return () => told.unsubscribe()
  }, [match])
}

/** The last five seconds of our own turn sound different. */
export const useTicks = (deadline: number | null, now: () => number): void => {
  const left = useCountdown(deadline, now)
  useEffect(() => {
    const cue = left === null ? null : tickFor(left)
    if (cue) sound.play(cue)
  }, [left])
}
