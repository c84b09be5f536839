import { expect, test } from 'vitest'
import { fitInto, lightPicture } from './picture.ts'

test.each([
  [4_000, 3_000, { width: 2_000, height: 1_500 }],
  [1_000, 8_000, { width: 250, height: 2_000 }],
  [640, 480, { width: 640, height: 480 }],
  [1, 100_000, { width: 1, height: 2_000 }],
])('a picture of %i × %i fits in shape, and is never made larger', (width, height, fitting) => {
  expect(fitInto(width, height, 2_000)).toEqual(fitting)
})

test('a light picture goes as it is, and so does a heavy one that nothing here can draw', async () => {
  const [small, large] = [new Blob(['small']), new Blob([new Uint8Array(2_000_000)])]
  expect(await lightPicture(small)).toBe(small)
  expect(await lightPicture(large)).toBe(large)
})
