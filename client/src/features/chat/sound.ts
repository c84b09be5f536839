import { playSettings } from '../../lib/play-settings.ts'

/** The documented volume. */
const volume = 0.6
const address = '/sounds/notification.wav'

/** Plays the note of a new message, unless the player wants no sounds. Browsers keep silent before the first gesture. */
export const playNotification = (): void => {
  const { master, effects } = playSettings()
  if (master === 0 || effects === 0) return
  const sound = new Audio(address)
  sound.volume = volume
  sound.play().catch(() => undefined)
}
