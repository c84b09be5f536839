import type { Follows } from '@minefall/shared/contracts/rest'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { PlayerActions } from './PlayerActions.tsx'

const ben = { id: 'ben', name: 'Ben', avatar: 'cat-1', here: false, match: null }

test('a player who hides can be unfollowed from their page, and not followed', async () => {
  await startTranslations()
  await loadNamespaces(['player', 'ui'])
  const shown = (follows: Follows['follows'], isHidden: boolean) => {
    const client = new QueryClient()
    // No one is signed in: the key is that of no account.
    client.setQueryData<Follows>(['account', '', 'follows'], {
      id: 'anna',
      follows,
      blocked: [],
      shown: false,
    })
    return renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <PlayerActions id="ben" name="Ben" isHidden={isHidden} />
      </QueryClientProvider>,
    )
  }
  expect(shown([], false)).toContain('"Follow Ben"')
  expect(shown([], true)).not.toContain('ollow Ben')
  expect(shown([ben], true)).toContain('"Unfollow Ben"')
})
