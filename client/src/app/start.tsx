import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { restoreTheme } from '../features/themes/chosen-theme.ts'
import { loadNamespaces, startTranslations } from '../i18n/i18n.ts'
import { prefetchTable, queryClient } from '../lib/query.ts'
import { connectionActor, startConnection } from '../machines/connection/index.ts'
import '../styles/index.css'
import { CrashBoundary } from './CrashBoundary.tsx'
import { watchChunkLoads } from './chunk-loads.ts'
import { keepTitle } from './document-title.ts'
import { createGate } from './gate.ts'
import { createAppRouter } from './router.tsx'
import { screens } from './screens.ts'

/** Runs after the browser has painted what was just rendered. */
const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run, 0))

/** Starts the product in `container`. The connection follows the first paint, so that the page never waits for it. */
export const start = async (container: HTMLElement | null): Promise<void> => {
  if (!container) throw new Error('the page has no element for the product')
  watchChunkLoads()
  // Before anything is painted, on whatever route.
  restoreTheme()
  await startTranslations()
  const gate = createGate(() => connectionActor.getSnapshot().context.player?.kind === 'player')
  const router = createAppRouter({ screens, gate, loadTexts: loadNamespaces, prefetchTable })
  keepTitle(router)
  createRoot(container).render(
    <StrictMode>
      <CrashBoundary>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </CrashBoundary>
    </StrictMode>,
  )
  afterPaint(startConnection)
}
