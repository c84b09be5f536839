import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { filterSearch, filtersOf } from '../features/lobby/filters.ts'
import type { Namespace } from '../i18n/namespaces.ts'
import { modalPaths, parseBoardSearch, parseHomeSearch, parseMatchSearch } from '../lib/search.ts'
import { tabStore } from '../lib/storage.ts'
import { termsNames } from '../lib/terms-paths.ts'
import type { Gate, Screens } from './screens.tsx'

export type RouterContext = {
  gate: Gate
  /** Where the visitor stands now, to stay there when a navigation is canceled; null at the first load. */
  currentHref(): string | null
  /** Closes what the address opens over Home. */
  closeModal(): void
  /** Resolves when the texts of these namespaces are here. */
  loadTexts(namespaces: readonly Namespace[]): Promise<void>
  /** Begins to load a table while its screen still loads. */
  prefetchTable(gameId: string): void
}

/** Where the tab keeps the token of a link that undoes a change. */
const undoTokenKey = 'undo_token'

type Loading = { context: RouterContext }
/** Awaited together with a screen's chunk, so that keys never flash. */
const texts =
  (...namespaces: Namespace[]) =>
  ({ context }: Loading) =>
    context.loadTexts(namespaces)

const shell = (screens: Screens) => {
  const root = createRootRouteWithContext<RouterContext>()({ component: screens.Root })
  const main = createRoute({
    getParentRoute: () => root,
    id: 'main',
    loader: texts('connection', 'panels', 'ui'),
    component: screens.MainLayout,
  })
  return { root, main }
}

/** Every route of the product; `screens` are what they show. */
export const createRouteTree = (screens: Screens) => {
  const { root, main } = shell(screens)

  const home = createRoute({
    getParentRoute: () => main,
    path: '/',
    validateSearch: parseHomeSearch,
    loader: texts('home', 'lobby'),
    component: screens.Home,
  })
  const login = createRoute({
    getParentRoute: () => main,
    path: '/login',
    staticData: { title: 'title.login' },
    beforeLoad: ({ context, location }) => {
      if (context.gate.isSignedIn()) throw redirect({ href: location.state.back ?? '/', replace: true })
    },
    loader: texts('home', 'lobby'),
    component: screens.Login,
  })
  const modals = modalPaths.map((modal) =>
    createRoute({
      getParentRoute: () => main,
      path: `/${modal}`,
      beforeLoad: ({ location }) => {
        const search = parseHomeSearch({ ...location.search, modal })
        throw redirect({ to: '/', search, replace: true })
      },
    }),
  )
  const games = createRoute({
    getParentRoute: () => main,
    path: '/games',
    staticData: { title: 'title.games' },
    validateSearch: (query: Record<string, unknown>) => filterSearch(filtersOf(query)),
    loader: texts('lobby'),
    component: screens.GameCenter,
  })
  const themeDemo = createRoute({
    getParentRoute: () => main,
    path: '/theme-demo',
    staticData: { title: 'title.themeDemo' },
    loader: texts('themes', 'board'),
    component: screens.ThemeDemo,
  })
  const undo = createRoute({
    getParentRoute: () => main,
    path: '/undo',
    staticData: { title: 'title.undo' },
    beforeLoad: ({ location, preload }) => {
      // The tab keeps the link's token, so that it survives a reload but shows in no address bar and no history.
      if (preload || location.hash === '') return { token: tabStore.get(undoTokenKey) }
      tabStore.set(undoTokenKey, location.hash)
      throw redirect({ to: '/undo', replace: true })
    },
    loader: texts('undo'),
    component: function Undo() {
      const token = undo.useRouteContext({ select: (context) => context.token })
      // The key remounts the screen when another link opens in the same tab.
      return <screens.Undo key={token} token={token} onUndone={() => tabStore.remove(undoTokenKey)} />
    },
  })
  const documents = termsNames.map((document) =>
    createRoute({
      getParentRoute: () => main,
      path: `/${document}`,
      staticData: { title: `title.${document}` },
      loader: texts('terms'),
      component: () => <screens.Terms document={document} />,
    }),
  )
  const player = createRoute({
    getParentRoute: () => main,
    path: '/player/$playerId',
    staticData: { title: 'title.player' },
    loader: texts('player'),
    component: screens.Player,
  })
  const leaderboard = createRoute({
    getParentRoute: () => main,
    path: '/leaderboard',
    validateSearch: parseBoardSearch,
    staticData: { title: 'title.leaderboard' },
    loader: texts('player'),
    component: screens.Leaderboard,
  })
  const daily = createRoute({
    getParentRoute: () => main,
    path: '/daily',
    staticData: { title: 'title.daily' },
    loader: texts('player'),
    component: screens.Daily,
  })
  const arena = createRoute({
    getParentRoute: () => main,
    path: '/arena/{-$arenaId}',
    staticData: { title: 'title.arena' },
    loader: texts('player'),
    component: screens.Arena,
  })
  const verify = createRoute({
    getParentRoute: () => main,
    path: '/verify',
    staticData: { title: 'title.verify' },
    loader: texts('verify'),
    component: screens.Verify,
  })
  const profileModal = createRoute({
    getParentRoute: () => main,
    path: '/test/profile-modal',
    staticData: { title: 'title.profileModal' },
    beforeLoad: ({ context, location, preload }) => {
      if (context.gate.isSignedIn()) return
      // A link that is merely pointed at asks no one for anything.
      if (!preload) context.gate.askToSignIn(location.href)
      throw redirect({ href: context.currentHref() ?? '/', replace: true })
    },
    loader: texts('home', 'lobby'),
    component: screens.Home,
  })
  const game = createRoute({
    getParentRoute: () => root,
    path: '/game/$gameId',
    staticData: { title: 'title.game' },
    validateSearch: parseMatchSearch,
    loader: ({ context, params }) => {
      context.prefetchTable(params.gameId)
      return context.loadTexts([
        'match',
        'board',
        'connection',
        'panels',
        'ui',
        'errors',
        'notices',
        'lobby',
        'settings',
      ])
    },
    component: function Game() {
      const { gameId } = game.useParams()
      // The router hands on what a query held beside what was understood.
      const search = parseMatchSearch(game.useSearch())
      return <screens.GameScreen gameId={gameId} search={search} />
    },
  })
  const unknown = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => {
      throw redirect({ to: '/', replace: true })
    },
  })

  return root.addChildren([
    main.addChildren([
      home,
      login,
      ...modals,
      games,
      themeDemo,
      undo,
      ...documents,
      player,
      leaderboard,
      daily,
      arena,
      verify,
      profileModal,
    ]),
    game,
    unknown,
  ])
}
