import { documentedText } from '@minefall/shared/notices'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { i18next, loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { defaultConfig, publicConfig } from '../../lib/public-config.ts'
import { Failure } from './Failure.tsx'

beforeAll(async () => {
  await startTranslations('pt-BR')
  await loadNamespaces(['match', 'notices'])
})
afterEach(() => vi.restoreAllMocks())

const speak = (noticeLanguage: 'player' | 'documented') =>
  vi.spyOn(publicConfig, 'current').mockReturnValue({ ...defaultConfig, noticeLanguage })

const shown = async (kind: 'missing' | 'load') => {
  const root = createRootRoute({ component: () => <Failure kind={kind} onRetry={() => undefined} /> })
  const games = createRoute({ getParentRoute: () => root, path: '/games' })
  const router = createRouter({
    routeTree: root.addChildren([games]),
    history: createMemoryHistory(),
    origin: 'http://localhost',
    isServer: true,
  })
  await router.load()
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test('a game that can’t be shown says so in the player’s language', async () => {
  speak('player')
  expect(await shown('missing')).toContain('Jogo não encontrado')
  expect(await shown('load')).toContain('Não foi possível carregar o jogo. Verifique sua conexão')
})

test('a game that can’t be shown says so in the documented words where the settings ask for them', async () => {
  speak('documented')
  expect(await shown('missing')).toContain(documentedText('game-not-found'))
  const load = await shown('load')
  expect(load).toContain(documentedText('load-failed'))
  expect(load).toContain(documentedText('game-load-failed'))
  expect(load).toContain(i18next.t('common:action.retry'))
})
