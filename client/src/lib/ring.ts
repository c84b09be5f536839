import type { Cue } from './cues.ts'
import { playSettings } from './play-settings.ts'
import { sound } from './sound.ts'

/** Plays a cue that answers a press, outside of a match too, as loud as the player wishes effects to be. */
export const ring = (cue: Cue): void => {
  sound.volumes(playSettings())
  sound.unlock()
  sound.play(cue)
}
