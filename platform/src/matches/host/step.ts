import type { World } from '../world.ts'
import type { LiveMatch } from './live-match.ts'

/**
 * Runs when the clock says that `due` has come: a timer may fire a millisecond early, and `due` may have moved.
 */
export const stepAt = (
  world: World,
  match: LiveMatch,
  due: () => number,
  run: () => Promise<unknown>,
): void => {
  const wind = () => {
    match.step = world.clock.after(Math.max(0, due() - world.clock.now()), strike)
  }
  const strike = () => (world.clock.now() < due() ? wind() : world.background(run()))
  wind()
}
