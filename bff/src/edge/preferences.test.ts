import { viewName } from '@minefall/shared/views'
import { expect, test } from 'vitest'
import { preferred, viewOf } from './preferences.ts'

test.each([
  [undefined, []],
  ['', []],
  ['ja', ['ja']],
  ['de, ja;q=0.5, pt-BR;q=0.9', ['de', 'pt-BR', 'ja']],
  ['gzip;q=0, br ; q=1.0, *;q=0.1', ['br', '*']],
  ['ko;q=2, <script>, en;q=x, ms;q=0.25', ['ms']],
  [
    Array.from({ length: 40 }, (_, nth) => `x${nth}`).join(','),
    Array.from({ length: 32 }, (_, nth) => `x${nth}`),
  ],
])('%s asks for %j', (header, names) => {
  expect(preferred(header)).toEqual(names)
})

test.each([
  [{}, 'en-US.guest'],
  [{ 'accept-language': 'de, pt-PT;q=0.8' }, 'pt-BR.guest'],
  [{ 'accept-language': 'zh-CN, *' }, 'en-US.guest'],
  [{ cookie: 'view=ja-JP.player', 'accept-language': 'ko' }, 'ja-JP.player'],
  [{ cookie: 'a=1; view=ms-MY.guest; b=view=ko-KR.guest' }, 'ms-MY.guest'],
  [{ cookie: 'review=ja-JP.player', 'accept-language': 'ko' }, 'ko-KR.guest'],
  [{ cookie: 'view=zh-CN.player', 'accept-language': 'ko' }, 'ko-KR.guest'],
  [{ cookie: 'view=../../etc/passwd' }, 'en-US.guest'],
  [{ cookie: `view=${'a'.repeat(5_000)}` }, 'en-US.guest'],
])('%j is sent %s', (headers, name) => {
  expect(viewName(viewOf(headers))).toBe(name)
})
