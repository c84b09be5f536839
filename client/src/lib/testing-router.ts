import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** For tests alone: a router without pages, and what components draw below it. */
export const emptyRouter = () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const render = (children: ReactNode) =>
    renderToStaticMarkup(createElement(RouterContextProvider, { router, children }))
  return { router, render }
}
