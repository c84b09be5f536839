import type { TermsPage } from '@minefall/shared/contracts/rest'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { pageQuery } from './TermsScreen.tsx'

const english: TermsPage = { document: 'terms', language: 'en-US', version: '1', title: 'Terms', blocks: [] }

const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
client.setQueryData(pageQuery('terms', 'en-US').queryKey, english)

/** What stands on the page that shows `terms` in English once it is asked for this. */
const shownAfter = (...[document, language]: Parameters<typeof pageQuery>) => {
  const observer = new QueryObserver(client, pageQuery('terms', 'en-US'))
  expect(observer.getCurrentResult().data).toBe(english)
  observer.setOptions(pageQuery(document, language))
  return observer.getCurrentResult().data
}

it('stays until another language of it is there, so its heading takes the focus from no control', () => {
  expect(shownAfter('terms', 'ja-JP')).toBe(english)
})

it('does not stand in for another document', () => {
  expect(shownAfter('privacy', 'en-US')).toBeUndefined()
})
