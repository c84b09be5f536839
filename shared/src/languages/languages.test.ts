import { describe, expect, test } from 'vitest'
import { detectLanguage, languageName, languages, usableLanguages } from './index.ts'

test('seven languages are known, and Chinese is blocked', () => {
  expect(languages.map(({ id }) => id)).toEqual([
    ...['zh-CN', 'zh-TW', 'en-US', 'ja-JP', 'ko-KR', 'ms-MY', 'pt-BR'],
  ])
  expect(usableLanguages.map(({ id }) => id)).toEqual(['en-US', 'ja-JP', 'ko-KR', 'ms-MY', 'pt-BR'])
})

describe('the language to begin with', () => {
  test.each([
    ['the saved choice', 'ko-KR', ['pt-BR'], 'ko-KR'],
    ['the saved choice, however it is written', 'PT-br', ['ja'], 'pt-BR'],
    ['the first of the browser that is spoken here', null, ['fr-FR', 'ja', 'en-US'], 'ja-JP'],
    ['the same language of another region', null, ['pt-PT'], 'pt-BR'],
    ['English of any region', null, ['en-GB', 'ja-JP'], 'en-US'],
    ['none of the browser’s Chinese', null, ['zh-CN', 'zh-Hant-TW', 'ms'], 'ms-MY'],
    ['no saved Chinese', 'zh-CN', ['ko'], 'ko-KR'],
    ['nothing that was saved and is no language', '"; drop', [], 'en-US'],
    ['en-US where nothing fits', null, ['fr', 'zh'], 'en-US'],
  ] as const)('is %s', (_name, saved, browser, expected) => {
    expect(detectLanguage(saved, browser)).toBe(expected)
  })
})

test('each has its own name', () => {
  expect(languageName('ja-JP')).toBe('日本語')
  expect(languageName('xx')).toBe('xx')
})
