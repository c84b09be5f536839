import { lazyRouteComponent, Outlet, type RouteComponent } from '@tanstack/react-router'
import type { ComponentType, FunctionComponent } from 'react'
import { asking } from '../calls/asking.tsx'
import type { GameScreenProps } from '../features/match/GameScreen.tsx'
import type { TermsScreenProps } from '../features/terms/TermsScreen.tsx'
import type { UndoScreenProps } from '../features/undo/UndoScreen.tsx'
import { loadPart } from '../lib/missing-part.ts'
import { openLogin } from '../machines/login/index.ts'
import { sessionActor } from '../machines/session/index.ts'
import { AppModals } from './AppModals.tsx'

/** What routes ask before they let someone in. */
export type Gate = {
  isSignedIn(): boolean
  /** Opens the global login modal; the path is where a sign-in leads. */
  askToSignIn(path: string): void
}

export const gate: Gate = {
  isSignedIn: () => sessionActor.getSnapshot().hasTag('signedIn'),
  askToSignIn: openLogin,
}

/** What every route stands in, and the modals over all of them. */
const RootScreen = () => (
  <>
    <Outlet />
    <AppModals />
  </>
)

/** The screens a router shows, so that a test of routes needs none of them. */
export type Screens = {
  /** What every other one stands in. */
  Root: RouteComponent
  MainLayout: RouteComponent
  Home: RouteComponent
  Login: RouteComponent
  GameCenter: RouteComponent
  GameScreen: FunctionComponent<GameScreenProps>
  ThemeDemo: RouteComponent
  Undo: FunctionComponent<UndoScreenProps>
  Terms: FunctionComponent<TermsScreenProps>
  Player: RouteComponent
  Leaderboard: RouteComponent
  Daily: RouteComponent
  Arena: RouteComponent
  Verify: RouteComponent
}

/** A screen in its own chunk, which may ask the server. */
const screen = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyRouteComponent(loadPart(asking(load)))

/** Each in its own chunk, but for the root. What the first view of Home is made of asks the server for nothing. */
export const screens: Screens = {
  Root: RootScreen,
  MainLayout: lazyRouteComponent(
    loadPart(() => import('./layout/MainLayout.tsx')),
    'MainLayout',
  ),
  Home: lazyRouteComponent(
    loadPart(() => import('../features/home/Home.tsx')),
    'Home',
  ),
  Login: lazyRouteComponent(
    loadPart(() => import('../features/home/Home.tsx')),
    'LoginScreen',
  ),
  GameCenter: screen(async () => (await import('../features/lobby/GameCenter.tsx')).GameCenter),
  GameScreen: screen(async () => (await import('../features/match/GameScreen.tsx')).GameScreen),
  ThemeDemo: screen(async () => (await import('../features/themes/ThemeDemo.tsx')).ThemeDemo),
  Undo: screen(async () => (await import('../features/undo/UndoScreen.tsx')).UndoScreen),
  Terms: screen(async () => (await import('../features/terms/TermsScreen.tsx')).TermsScreen),
  Player: screen(async () => (await import('../features/player/PlayerScreen.tsx')).PlayerScreen),
  Leaderboard: screen(
    async () => (await import('../features/leaderboard/LeaderboardScreen.tsx')).LeaderboardScreen,
  ),
  // The chunks of these two come behind this one, so that Home's scripts name no more files.
  Arena: screen(async () => (await import('../features/leaderboard/LeaderboardScreen.tsx')).ArenaScreen),
  Daily: screen(async () => (await import('../features/leaderboard/LeaderboardScreen.tsx')).DailyScreen),
  Verify: screen(async () => (await import('../features/verify/VerifyScreen.tsx')).VerifyScreen),
}
