import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useFilters } from './GameCenter.tsx'

test('a filter that is chosen before the page shows the one before keeps that', async () => {
  let choose: ReturnType<typeof useFilters>[1] = () => undefined
  const root = createRootRoute()
  const Games = () => {
    choose = useFilters()[1]
    return null
  }
  const games = createRoute({ getParentRoute: () => root, path: '/games', component: Games })
  const history = createMemoryHistory({ initialEntries: ['/games?board=clued'] })
  const routeTree = root.addChildren([games])
  const router = createRouter({ routeTree, history, isServer: false, origin: 'https://play.example' })
  await router.load()
  renderToStaticMarkup(<RouterProvider router={router} />)
  choose({ price: 'coins' })
  choose({ seats: 'two' })
  expect(router.history.location.search).toBe('?price=coins&seats=two&board=clued')
})
