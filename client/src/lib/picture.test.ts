import { avatarBytesMax } from '@minefall/shared/contracts/rest'
import { describe, expect, it } from 'vitest'
import { checkPicture } from './picture.ts'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const file = (bytes: number[], { size = 64, type = '' } = {}) => {
  const content = new Uint8Array(size)
  content.set(bytes)
  return new Blob([content], { type })
}

describe('a picture', () => {
  it.each([
    [[0xff, 0xd8, 0xff, 0xe0], 'image/jpeg'],
    [png, 'image/png'],
    [[...'GIF89a'].map((letter) => letter.charCodeAt(0)), 'image/gif'],
    [[...'GIF87a'].map((letter) => letter.charCodeAt(0)), 'image/gif'],
  ])('is known by its content: %j is %s', async (bytes, type) => {
    expect(await checkPicture(file(bytes, { type: 'text/plain' }))).toEqual({ type })
  })

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'],
    ['RIFF....WEBPVP8 ', 'image/jpeg'],
    ['', 'image/gif'],
  ])('is refused when it is something else, whatever it calls itself: %j', async (text, type) => {
    expect(await checkPicture(new Blob([text], { type }))).toEqual({ refused: 'image-format' })
  })

  it('may have 5 MB, and not a byte more', async () => {
    expect(await checkPicture(file(png, { size: avatarBytesMax }))).toEqual({ type: 'image/png' })
    expect(await checkPicture(file(png, { size: avatarBytesMax + 1 }))).toEqual({ refused: 'image-large' })
  })
})
