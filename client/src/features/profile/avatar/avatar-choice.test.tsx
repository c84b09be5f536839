import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadNamespaces, startTranslations } from '../../../i18n/i18n.ts'
import { defaultConfig } from '../../../lib/public-config.ts'
import { mai } from '../../../machines/session/testing/tabs.ts'
import { partOf } from '../../../ui/testing.ts'
import { AvatarChoice } from './AvatarChoice.tsx'

test('a choice is sent when the one before is answered, also where the profile was closed in between', async () => {
  await startTranslations()
  await loadNamespaces(['profile', 'ui', 'errors', 'notices'])
  const refused = () => Response.json({ code: 1001, msg: '', data: null })
  const sent: string[] = []
  let answerFirst = () => {}
  const first = new Promise<Response>((resolve) => {
    answerFirst = () => resolve(refused())
  })
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (url === '/config.json') return Response.json(defaultConfig)
    sent.push(JSON.parse(String(body)).avatarid)
    return sent.length === 1 ? first : refused()
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const client = new QueryClient()
  /** Opens the profile, and presses an avatar. */
  const choose = (avatar: string) => {
    client.setQueryData(['account', mai.id, 'avatars'], [{ avatarid: avatar, avatar }])
    let drawn: ReactNode
    const Probe = () => {
      drawn = AvatarChoice({ user: mai })
      return null
    }
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Probe />
      </QueryClientProvider>,
    )
    partOf<{ onClick(): void }>(drawn, 'button')?.props.onClick()
  }
  choose('cat-1')
  choose('owl')
  await expect.poll(() => sent).not.toEqual([])
  expect(sent).toEqual(['cat-1'])
  answerFirst()
  await expect.poll(() => sent).toEqual(['cat-1', 'owl'])
})
