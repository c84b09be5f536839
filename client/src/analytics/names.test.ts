import { buttonNames, pageNames } from '@minefall/shared/analytics'
import { expect, test } from 'vitest'
import docs from '../../../docs/analytics.md?raw'

const screens = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })

const allOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

test('every name on a button is in the closed list, and every name of the list is on a button', () => {
  const named = Object.values(screens).flatMap((source) => allOf(source, /data-click="([^"]*)"/g))
  expect([...new Set(named)].sort()).toEqual([...buttonNames].sort())
})

test('docs/analytics.md lists the same buttons and pages', () => {
  const [, buttons = ''] = docs.split('| Button |')
  expect(allOf(buttons, /^\| `([a-z-]+)` \|/gm)).toEqual([...buttonNames])
  const [, pages = ''] = /^Pages: (.*)$/m.exec(docs) ?? []
  expect(allOf(pages, /`([a-z-]+)`/g)).toEqual([...pageNames])
})
