import { describe, expect, it } from 'vitest'
import { coinText } from './coin-text.ts'

describe('coinText', () => {
  it('groups digits as the language does', () => {
    expect(coinText('12480', 'en-US')).toBe('12,480')
    expect(coinText('12480', 'pt-BR')).toBe('12.480')
  })

  it('keeps every digit of amounts beyond 2^53', () => {
    expect(coinText('9007199254740993', 'en-US')).toBe('9,007,199,254,740,993')
  })

  it('shortens, and never says more than there is', () => {
    expect(
      ['10', '999', '1000', '1299', '10000', '1990000'].map((amount) => coinText(amount, 'en-US', 'short')),
    ).toEqual(['10', '999', '1K', '1.2K', '10K', '1.9M'])
  })

  it('refuses what is no whole number', () => {
    expect(() => coinText('1.5', 'en-US')).toThrow(SyntaxError)
  })
})
