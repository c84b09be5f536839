import type { View } from '@minefall/shared/views'
import { createMemoryHistory } from '@tanstack/react-router'
import { prerender } from 'react-dom/static'
import { i18next, loadNamespaces, startTranslations } from '../i18n/i18n.ts'
import { builtFor } from '../lib/built-view.ts'
import { App } from './App.tsx'
import { createAppRouter, routeTitle } from './router.tsx'
import { screens } from './screens.tsx'

// Where the router leaves itself for tools of the browser: without a name the language of the standard gives to all global
// objects but Node's, it would not start.
Object.assign(globalThis, { self: globalThis })

/** The HTML of a page's root, its title, and what the page is marked with: marked later, all of it is styled again. */
export type Prerendered = { html: string; title: string; mark: 'barred' | '' }

/**
 * What the page of an address shows in this view before anything is known of its visitor. In Node, one after another:
 * the language is the program's.
 */
export const prerenderPage = async (at: string, { language, who }: View): Promise<Prerendered> => {
  builtFor.who = who
  if (i18next.isInitialized) await i18next.changeLanguage(language)
  else await startTranslations(language)
  const router = createAppRouter({
    screens,
    gate: { isSignedIn: () => who === 'player', askToSignIn: () => undefined },
    loadTexts: loadNamespaces,
    prefetchTable: () => undefined,
    history: createMemoryHistory({ initialEntries: [at] }),
    origin: 'http://localhost',
  })
  await router.load()
  const failures: unknown[] = []
  const { prelude } = await prerender(<App router={router} />, {
    onError: (error) => void failures.push(error),
    // In one piece: what is put together later needs a script in the page, which the content policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  const html = await new Response(prelude).text()
  if (failures.length > 0) throw new AggregateError(failures, `${at} can't be built in ${language}`)
  const isBarred = router.state.matches.some(({ routeId }) => routeId === '/main')
  return { html, title: routeTitle(router), mark: isBarred ? 'barred' : '' }
}
