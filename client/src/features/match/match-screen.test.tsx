import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { openAtOurTurn } from '../../machines/match/testing/tabs.ts'
import { MatchScreen } from './MatchScreen.tsx'

const nothing = () => undefined

test('the place of the board, which takes the focus of what left the screen, has a name to be read', async () => {
  await startTranslations()
  const texts = [
    'match',
    'board',
    'connection',
    'panels',
    'ui',
    'errors',
    'notices',
    'lobby',
    'settings',
  ] as const
  await loadNamespaces([...texts, 'report', 'rules', 'play'])
  const { tab } = await openAtOurTurn()
  const html = renderToStaticMarkup(
    <MatchScreen
      match={tab.actor}
      name="Duel"
      link={{ state: 'connected', closeCode: null, attempt: 0, isDown: false, isOffline: false }}
      onReconnect={nothing}
      now={Date.now}
      onExit={nothing}
      offer={{ maySit: false, busy: false, onSit: nothing }}
    />,
  )
  expect(html).toMatch(/<section class="[^"]*" aria-label="Board, 6 columns, 6 rows" tabindex="-1">/)
})
