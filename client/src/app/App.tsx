import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { CrashBoundary } from './CrashBoundary.tsx'
import type { AppRouter } from './router.tsx'

/** All that is shown: in a browser, and in the HTML that is built. */
export const App = ({ router }: { router: AppRouter }) => (
  <StrictMode>
    <CrashBoundary>
      <RouterProvider router={router} />
    </CrashBoundary>
  </StrictMode>
)
