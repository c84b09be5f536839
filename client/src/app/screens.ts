import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import type { MatchSearch } from './search.ts'

/** What the game route hands to its screen. */
export type GameScreenProps = { gameId: string; search: MatchSearch }

/** The screens a router shows, so that a test of routes needs none of them. */
export type Screens = {
  MainLayout: RouteComponent
  Home: RouteComponent
  GameCenter: RouteComponent
  GameScreen: FunctionComponent<GameScreenProps>
  ThemeDemo: RouteComponent
}

/** Each screen in a chunk of its own. */
export const screens: Screens = {
  MainLayout: lazyRouteComponent(() => import('./layout/MainLayout.tsx'), 'MainLayout'),
  Home: lazyRouteComponent(() => import('../features/home/Home.tsx'), 'Home'),
  GameCenter: lazyRouteComponent(() => import('../features/lobby/GameCenter.tsx'), 'GameCenter'),
  GameScreen: lazyRouteComponent(() => import('../features/match/GameScreen.tsx'), 'GameScreen'),
  ThemeDemo: lazyRouteComponent(() => import('../features/themes/ThemeDemo.tsx'), 'ThemeDemo'),
}
