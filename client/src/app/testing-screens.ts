import type { Screens } from './screens.tsx'

const empty = () => null

/** For tests alone: screens that show nothing. */
export const emptyScreens: Screens = {
  Root: empty,
  MainLayout: empty,
  Home: empty,
  Login: empty,
  GameCenter: empty,
  GameScreen: empty,
  ThemeDemo: empty,
  Undo: empty,
  Terms: empty,
  Player: empty,
  Leaderboard: empty,
  Daily: empty,
  Arena: empty,
  Verify: empty,
}
