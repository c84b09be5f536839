import { beforeAll, expect, test } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { emptyRouter } from '../../lib/testing-router.ts'
import { scriptedServer } from '../../machines/match/testing/scripted-server.ts'
import { openPlaying, openSeated, settle } from '../../machines/match/testing/tabs.ts'
import { Joining } from './Joining.tsx'

beforeAll(async () => {
  await startTranslations()
  await loadNamespaces(['match', 'common', 'errors', 'ui', 'chat', 'connection'])
})

type Tab = Awaited<ReturnType<typeof openPlaying>>['tab']

/** What stands in place of the match that a tab has stopped following. */
const shownIn = ({ actor }: Tab): string => {
  const nothing = () => undefined
  return emptyRouter().render(
    <Joining
      match={actor}
      link={{ state: 'connected', closeCode: null, attempt: 0, isDown: false, isOffline: false }}
      onRetry={nothing}
      onExit={nothing}
      onLogin={nothing}
    />,
  )
}

test('a lock that differs shows a board that does not match its seal', async () => {
  const { server, tab } = await openSeated()
  server.lock(() => 'ab'.repeat(32))
  await settle()
  expect(shownIn(tab)).toMatch(/This board doesn’t match its seal.*Reload.*Save the proof/)
})

test('a receipt that the house does not stand by shows a match that does not check out, and no board', async () => {
  const server = scriptedServer()
  server.signStrangely()
  const { tab } = await openPlaying(server)
  expect(shownIn(tab)).toMatch(
    /This match doesn’t check out.*receipt for your seed isn’t signed.*Reload.*Save the proof/,
  )
})
