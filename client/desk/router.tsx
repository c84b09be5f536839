import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { type DeskPage, maySee, pages } from './pages.tsx'
import { Shell } from './shell/Shell.tsx'
import { Empty, Loading, Problem } from './ui/Waiting.tsx'

/** In place of a page that broke, or whose code did not come. The rail and what is live go on. */
const Crashed = ({ error }: { error: unknown }) => (
  <Problem error={error} onRetry={() => window.location.reload()} />
)

/** For an address that is no page, or none that one's role may see. */
const NotHere = () => <Empty>This page doesn’t exist, or your role can’t open it.</Empty>

const root = createRootRoute({
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
  notFoundComponent: NotHere,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    const first = pages.find(maySee)
    if (first) throw redirect({ to: first.path })
  },
  component: NotHere,
})

const routeOf = (page: DeskPage) =>
  createRoute({
    getParentRoute: () => root,
    path: page.path,
    component: lazyRouteComponent(async () => (maySee(page) ? page.load() : { Page: NotHere }), 'Page'),
  })

export const router = createRouter({
  routeTree: root.addChildren([home, ...pages.map(routeOf)]),
  basepath: '/desk',
  // Values are strings, and stay them: the router's own parser makes numbers of ids that look like them.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search: Record<string, unknown>) => {
    const given = Object.entries(search).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    )
    return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
  },
  // What is typed or asked about one player or match is never about the next.
  defaultRemountDeps: ({ params }) => params,
  defaultErrorComponent: Crashed,
  defaultPendingComponent: Loading,
  defaultPreload: 'intent',
})
