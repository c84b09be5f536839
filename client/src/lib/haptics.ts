/** Vibration patterns in milliseconds: on, off, on, … */
const patterns = {
  yourTurn: [40, 60, 40],
  press: [8],
  mine: [90],
  out: [140, 80, 200],
} as const satisfies Record<string, readonly number[]>

export type Touch = keyof typeof patterns

/** A short vibration, where the device has one and the page may use it. False when nothing was felt. */
export const feel = (
  touch: Touch,
  device: Pick<Partial<Navigator>, 'vibrate' | 'userActivation'> = typeof navigator === 'undefined'
    ? {}
    : navigator,
): boolean => {
  // Before the first gesture browsers refuse, loudly.
  if (typeof device.vibrate !== 'function' || device.userActivation?.hasBeenActive === false) return false
  try {
    return device.vibrate([...patterns[touch]])
  } catch {
    return false
  }
}
