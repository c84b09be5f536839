import { useEffect, useRef } from 'react'
import { type BoardEffect, diff } from '../../board/model/effects.ts'
import type { BoardScene } from '../../board/model/scene.ts'
import { useCountdown } from '../../lib/countdown.ts'
import type { Cue } from '../../lib/cues.ts'
import { feel, type Touch } from '../../lib/haptics.ts'
import { onSettings, playSettings, useSettings } from '../../lib/play-settings.ts'
import { attachSound, sound } from '../../lib/sound.ts'
import type { MatchContext } from '../../machines/match/types.ts'
import { summarize } from './result.ts'

type Played = { cue: Cue; clue?: number; touch?: Touch }

const cuesOf = (effect: BoardEffect, seat: number | null): readonly Played[] => {
  switch (effect.kind) {
    case 'press':
      return [{ cue: 'press', touch: 'press' }]
    case 'open':
      return [{ cue: 'open', clue: effect.clue <= 8 ? effect.clue : 0 }]
    case 'mine':
      return effect.seat === seat
        ? [{ cue: 'mine', touch: 'out' }, { cue: 'out' }]
        : [{ cue: 'mine', touch: 'mine' }]
    case 'board':
      return [{ cue: 'board' }]
    case 'turn':
      return effect.yours ? [{ cue: 'yourTurn', touch: 'yourTurn' }] : [{ cue: 'turn' }]
    case 'jump':
    case 'lift':
    case 'win':
      return []
  }
}

/** What is heard and felt for the board's effects. `seat` is ours, null for a watcher. */
export const cuesFor = (effects: readonly BoardEffect[], seat: number | null): readonly Played[] =>
  effects.flatMap((effect) => cuesOf(effect, seat))

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

/** Sounds and vibrations of the board, in step with what it shows. */
export const useBoardCues = (scene: BoardScene | null, seat: number | null): void => {
  const { haptics } = useSettings()
  const last = useRef<BoardScene | null>(null)
  useEffect(() => {
    if (!scene) return
    const effects = diff(last.current, scene)
    const first = last.current === null
    last.current = scene
    for (const { cue, clue, touch } of cuesFor(effects, seat)) {
      sound.play(cue, clue)
      if (touch && haptics) feel(touch)
    }
    if (first && scene.yours) {
      sound.play('yourTurn')
      if (haptics) feel('yourTurn')
    }
  }, [scene, seat, haptics])
}

/** The last five seconds of our own turn sound different. */
export const useTicks = (deadline: number | null, now: () => number): void => {
  const left = useCountdown(deadline, now)
  useEffect(() => {
    const cue = left === null ? null : tickFor(left)
    if (cue) sound.play(cue)
  }, [left])
}

/** Sitting, sealing, emotes and the end. */
export const useTableCues = ({
  state,
  seat,
  emotes,
}: Pick<MatchContext, 'state' | 'seat' | 'emotes'>): void => {
  const phase = state?.phase ?? null
  const taken = state?.table.filter(Boolean).length ?? 0
  const newest = emotes.at(-1)?.key ?? null
  const before = useRef({ phase, taken, newest })
  useEffect(() => {
    const was = before.current
    before.current = { phase, taken, newest }
    if (phase === 'gathering' && taken > was.taken) sound.play('seated')
    if (phase === 'locking' && was.phase === 'gathering') sound.play('sealed')
    if (newest !== null && newest !== was.newest) sound.play('emote')
    const ended = (phase === 'settled' || phase === 'voided') && was.phase === 'playing'
    if (ended && state) sound.play(summarize(state, seat)?.ahead ? 'won' : 'over')
  }, [phase, taken, newest, state, seat])
}
