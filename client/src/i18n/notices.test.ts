import { notices } from '@minefall/shared/notices'
import { describe, expect, test } from 'vitest'
import enUs from './locales/en-US/notices.json'
import jaJp from './locales/ja-JP/notices.json'
import koKr from './locales/ko-KR/notices.json'
import msMy from './locales/ms-MY/notices.json'
import ptBr from './locales/pt-BR/notices.json'

const english = Object.entries(notices).map(([name, { en }]) => [name, en] as const)
const places = (text: string | undefined) => [...(text ?? '').matchAll(/\{\w+\}/g)].map(String).sort()

test('the English notices are those of the server', () => {
  expect(enUs).toEqual(Object.fromEntries(english))
})

describe.each(Object.entries({ 'ja-JP': jaJp, 'ko-KR': koKr, 'ms-MY': msMy, 'pt-BR': ptBr }))(
  'the notices in %s',
  (_language, texts: Readonly<Record<string, string>>) => {
    test('are the same ones', () => {
      expect(Object.keys(texts)).toEqual(Object.keys(enUs))
    })

    test.each(english)('say %s with the same places to fill in, and not in English', (name, en) => {
      expect(places(texts[name])).toEqual(places(en))
      expect(texts[name]?.trim()).toBeTruthy()
      expect(texts[name]).not.toBe(en)
    })
  },
)
