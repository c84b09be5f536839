import { lazyRouteComponent, Outlet, type RouteComponent } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
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
  Verify: RouteComponent
}

/** Each screen in its own chunk, but for the root. */
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
  GameCenter: lazyRouteComponent(
    loadPart(() => import('../features/lobby/GameCenter.tsx')),
    'GameCenter',
  ),
  GameScreen: lazyRouteComponent(
    loadPart(() => import('../features/match/GameScreen.tsx')),
    'GameScreen',
  ),
  ThemeDemo: lazyRouteComponent(
    loadPart(() => import('../features/themes/ThemeDemo.tsx')),
    'ThemeDemo',
  ),
  Undo: lazyRouteComponent(
    loadPart(() => import('../features/undo/UndoScreen.tsx')),
    'UndoScreen',
  ),
  Terms: lazyRouteComponent(
    loadPart(() => import('../features/terms/TermsScreen.tsx')),
    'TermsScreen',
  ),
  Player: lazyRouteComponent(
    loadPart(() => import('../features/player/PlayerScreen.tsx')),
    'PlayerScreen',
  ),
  Leaderboard: lazyRouteComponent(
    loadPart(() => import('../features/leaderboard/LeaderboardScreen.tsx')),
    'LeaderboardScreen',
  ),
  Verify: lazyRouteComponent(
    loadPart(() => import('../features/verify/VerifyScreen.tsx')),
    'VerifyScreen',
  ),
}
