import { expect, test } from 'vitest'
import page from '../../../docs/plain-words.md?raw'

type Bundle = { readonly [key: string]: string | Bundle }
const bundles = import.meta.glob<Bundle>('./locales/*/*.json', { import: 'default', eager: true })

const languages = [
  ['English', 'en-US'],
  ['日本語', 'ja-JP'],
  ['한국어', 'ko-KR'],
  ['Bahasa Melayu', 'ms-MY'],
  ['Português', 'pt-BR'],
] as const

/** What is at a key like `home:headline.first`. */
const textAt = (language: string, key: string): string | Bundle | undefined => {
  const [namespace = '', path = ''] = key.split(':')
  return path
    .split('.')
    .reduce<string | Bundle | undefined>(
      (found, part) => (typeof found === 'object' ? found[part] : undefined),
      bundles[`./locales/${language}/${namespace}.json`],
    )
}

test.each(languages)('the page shows fifty texts in %s as they are now', (title, language) => {
  const [, section = ''] = page.split(`## ${title}\n`)
  const [table = ''] = section.split('\n## ')
  const rows = [...table.matchAll(/^\| `(\S+)` \| (.+) \| (.+) \|$/gm)]
  expect(rows).toHaveLength(50)
  for (const [, key = '', before, after] of rows) {
    expect({ key, text: after }).toEqual({ key, text: textAt(language, key) })
    expect({ key, before }).not.toEqual({ key, before: after })
  }
})
