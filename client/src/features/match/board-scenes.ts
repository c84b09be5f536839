import { shallowEqual } from '@xstate/react'
import type { LiveScenes } from '../../board/Board.tsx'
import { type BoardScene, boardScene, pickedIn, type SceneInput } from '../../board/model/scene.ts'
import { canPlay, type MatchActorRef, type MatchSnapshot } from '../../machines/match/index.ts'

/** The tile chosen by the first of two taps, and its turn: with that the choice is over. */
export type Armed = { tile: number; turn: number | null } | null

const inputOf = (snapshot: MatchSnapshot, armed: Armed): SceneInput => {
  const { state, seat, pending } = snapshot.context
  // The screen is about to unmount: React ignores what a selector throws then.
  if (!state) throw new Error('there is no match to read')
  const { rules, board, turn } = state
  return {
    ...{ rules, board, pending },
    yours: turn?.seat === seat,
    picked: pickedIn(state),
    canPlay: canPlay(snapshot),
    armed: armed && armed.turn === (turn?.turn ?? null) ? armed.tile : null,
  }
}

const isSame = ({ picked, ...input }: SceneInput, { picked: wasPicked, ...was }: SceneInput): boolean =>
  shallowEqual(input, was) && shallowEqual(picked, wasPicked)

/** Reads scenes of a match: the same one until something on the board changes. */
export const sceneReader = (): ((snapshot: MatchSnapshot, armed: Armed) => BoardScene) => {
  let last: { input: SceneInput; scene: BoardScene } | null = null
  return (snapshot, armed) => {
    const input = inputOf(snapshot, armed)
    if (!last || !isSame(input, last.input)) last = { input, scene: boardScene(input) }
    return last.scene
  }
}

/** The scenes of a match as they come about. */
export const liveScenes = (match: MatchActorRef): LiveScenes & { arm(armed: Armed): void } => {
  const read = sceneReader()
  let armed: Armed = null
  let changed: () => void = () => undefined
  const now = () => read(match.getSnapshot(), armed)
  return {
    now,
    arm(next) {
      armed = next
      changed()
    },
    subscribe(hear) {
      let shown = now()
      changed = () => {
        if (!match.getSnapshot().context.state) return
        const was = shown
        shown = now()
        if (shown !== was) hear(shown)
      }
      const { unsubscribe } = match.subscribe(changed)
      return () => {
        changed = () => undefined
        unsubscribe()
      }
    },
  }
}
