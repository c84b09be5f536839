import { usableLanguages } from '@minefall/shared/languages'
import { describe, expect, it } from 'vitest'
import { english } from './en-us.ts'
import { newsNames } from './texts.ts'
import { messageTexts, writeCode, writeNews } from './write.ts'

const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

describe.each(usableLanguages.map(({ id }) => id))('what is written in %s', (language) => {
  const texts = messageTexts[language]
  const pairs = [
    ['a code', texts.code, english.code],
    ['a code for a withdrawal', texts.withdrawalCode, english.withdrawalCode],
    ...newsNames.map((name) => [name, texts.news[name], english.news[name]] as const),
  ] as const

  it.each(pairs)('has the same places to fill in for %s', (_name, written, original) => {
    expect(placesOf(written.subject)).toEqual(placesOf(original.subject))
    expect(placesOf(written.text)).toEqual(placesOf(original.text))
  })

  it('begins with the code, whatever it is for', () => {
    const writing = { language, product: 'Minefall' }
    for (const use of [null, { amount: 1_200n, to: 'Alipay m•••' }]) {
      const { subject, text } = writeCode(writing, '123456', use)
      expect(text.slice(0, 6)).toBe('123456')
      expect(`${subject}${text}`).not.toMatch(/[{}]/)
    }
  })

  it('writes amounts as the language does', () => {
    const writing = { language, product: 'Minefall' }
    const amount = new Intl.NumberFormat(language).format(1_200)
    expect(amount).toMatch(/^1[,.]200$/)
    const use = { amount: 1_200n, to: 'Alipay m•••' }
    expect(writeCode(writing, '123456', use).text).toContain(amount)
    const values = { number: 'W48213-7720', ...use }
    expect(writeNews(writing, { name: 'withdrawal-requested', values }).text).toContain(amount)
  })

  it('tells one whose contact was changed back against their will to write to support, not to log in', () => {
    const values = { until: '2026-12-01 10:00' }
    const { text } = writeNews({ language, product: 'Minefall' }, { name: 'change-undone', values })
    expect(text).not.toContain(messageTexts[language].ending.replaceAll('{product}', 'Minefall'))
    expect(text).not.toMatch(/[{}]/)
  })

  it('says whose news it is and what to do if it was someone else', () => {
    const { subject, text } = writeNews({ language, product: 'Minefall' }, { name: 'password-changed' })
    expect(subject).toMatch(/^Minefall: /)
    expect(text).toContain('Minefall')
  })
})

it('is English in no other language', () => {
  const written = usableLanguages.flatMap(({ id }) =>
    newsNames.map((name) => messageTexts[id].news[name].text),
  )
  // Two of the news share their subject, and none its text.
  expect(new Set(written).size).toBe(usableLanguages.length * newsNames.length)
})
