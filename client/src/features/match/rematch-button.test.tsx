import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { playedMatch } from '../../board/model/played-match.ts'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { idOf } from '../../machines/match/testing/scripted-server.ts'
import { RematchButton } from './RematchButton.tsx'

test('an agreed rematch is joined by the tab that asked; any other, as after a reload, has a button to go there', async () => {
  await startTranslations()
  await loadNamespaces(['match', 'ui'])
  const match = playedMatch()
  match.open('mine')
  const shown = (asked: boolean) =>
    renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <RematchButton
          state={match.state()}
          seat={0}
          rematch={{ agreed: [0, 1], until: 0, next: idOf('b'), asked }}
          now={() => 0}
          onRematch={() => undefined}
        />
      </QueryClientProvider>,
    )
  expect(shown(true)).toContain('aria-busy="true"')
  expect(shown(true)).toContain('Joining')
  expect(shown(false)).not.toContain('aria-')
  expect(shown(false)).toContain('Go to your new match')
})
