import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { playedMatch } from '../../board/model/played-match.ts'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { idOf } from '../../machines/match/testing/scripted-server.ts'
import { RematchButton } from './RematchButton.tsx'

type Rematch = ComponentProps<typeof RematchButton>['rematch']

const shownOf = (match: ReturnType<typeof playedMatch>, rematch: Rematch) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RematchButton
        state={match.state()}
        seat={0}
        rematch={rematch}
        now={() => 0}
        onRematch={() => undefined}
      />
    </QueryClientProvider>,
  )

beforeAll(async () => {
  await startTranslations()
  await loadNamespaces(['match', 'ui'])
})

test('an agreed rematch is joined by the tab that asked; any other, as after a reload, has a button to go there', () => {
  const match = playedMatch()
  match.open('mine')
  const shown = (asked: boolean) => shownOf(match, { agreed: [0, 1], until: 0, next: idOf('b'), asked })
  expect(shown(true)).toContain('aria-busy="true"')
  expect(shown(true)).toContain('Joining')
  expect(shown(false)).not.toContain('aria-')
  expect(shown(false)).toContain('Go to your new match')
})

test('a rematch that can’t be asked for any more says so and keeps the focus, which a disabled button loses', () => {
  const match = playedMatch()
  match.open('mine')
  for (const asked of [false, true]) {
    const html = shownOf(match, { agreed: asked ? [0] : [1], until: -1, next: null, asked })
    expect(html).toContain('aria-disabled="true"')
    expect(html).not.toContain(' disabled')
  }
})

test('a rematch that waits for the others says that it takes no more presses', () => {
  const match = playedMatch()
  match.open('mine')
  const rematch = { agreed: [0], until: 1_000, next: null }
  expect(shownOf(match, { ...rematch, asked: true })).toContain('aria-disabled="true"')
  expect(shownOf(match, { ...rematch, agreed: [1], asked: false })).not.toContain('aria-disabled')
})
