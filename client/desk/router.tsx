import { hasRight } from '@minefall/shared/contracts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useMatches,
} from '@tanstack/react-router'
import { type DeskPage, pages } from './pages.tsx'
import { session } from './session.ts'
import { Crashed } from './shell/Crashed.tsx'
import { NotHere } from './shell/NotHere.tsx'
import { Shell } from './shell/Shell.tsx'
import { Loading } from './ui/Waiting.tsx'

/** Whether who is signed in may see this page. */
export const maySee = ({ right }: DeskPage): boolean => {
  const role = session.current().session?.staff.role
  return role !== undefined && hasRight(role, right)
}

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
  defaultErrorComponent: Crashed,
  defaultPendingComponent: Loading,
  defaultPreload: 'intent',
})

/** The page that is shown. */
export const useShownPage = (): DeskPage | undefined => {
  const matches = useMatches()
  return pages.find(({ path }) => path === matches.at(-1)?.fullPath)
}
