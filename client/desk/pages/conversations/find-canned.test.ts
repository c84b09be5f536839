import type { CannedAnswer } from '@minefall/shared/contracts/desk'
import { expect, test } from 'vitest'
import { findCanned } from './Reply.tsx'

const answer = (id: string, title: string, english: string, portuguese: string): CannedAnswer => ({
  id,
  title,
  texts: { 'en-US': english, 'ja-JP': '日本語', 'ko-KR': '한국어', 'ms-MY': 'Bahasa', 'pt-BR': portuguese },
  version: 1,
})
const answers = [
  answer('late', 'Deposit is late', 'Your payment arrives soon.', 'Seu depósito chega logo.'),
  answer('hello', 'Hello', 'How can we help with your deposit?', 'Olá! Como podemos ajudar?'),
]
const ids = (asked: string) => findCanned(answers, asked, 'pt-BR').map(({ id }) => id)

test('canned answers are found by every word of title, of the player’s language and of English, titles first', () => {
  expect(ids('')).toEqual(['late', 'hello'])
  expect(ids('  OLA ')).toEqual(['hello'])
  expect(ids('deposit')).toEqual(['late', 'hello'])
  expect(ids('help deposit')).toEqual(['hello'])
  expect(ids('日本語')).toEqual([])
})
