import { expect, test } from 'vitest'
import { currencyName } from './typed-amount.ts'

test('a currency is called what the player’s language calls it', () => {
  const yuan = { code: 'CNY', name: 'Chinese yuan' }
  expect(currencyName(yuan, 'en-US')).toBe('Chinese yuan')
  expect(currencyName(yuan, 'pt-BR')).toMatch(/^yuan chinês$/i)
  expect(currencyName({ code: 'USDT', name: 'Tether' }, 'ja-JP')).toBe('Tether')
  expect(currencyName({ code: 'QQQ', name: 'Something else' }, 'ko-KR')).toBe('Something else')
})
