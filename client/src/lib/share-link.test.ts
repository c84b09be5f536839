import { describe, expect, test } from 'vitest'
import { canShare, copyText, shareLink } from './share-link.ts'

const link = { url: 'https://play.example/game/mines-duel?match=ab', title: 'A seat for you' }

describe('sharing', () => {
  test('is offered where the browser has a sheet for it', () => {
    expect(canShare({})).toBe(false)
    expect(canShare({ share: async () => {} })).toBe(true)
  })

  test('hands the link over; a sheet closed without sending is no failure, any other trouble is', async () => {
    const shared: unknown[] = []
    expect(await shareLink(link, { share: async (data) => void shared.push(data) })).toBe(true)
    expect(shared).toEqual([link])
    const failing = (error: unknown) => ({ share: () => Promise.reject(error) })
    expect(await shareLink(link, failing(new DOMException('closed', 'AbortError')))).toBe(true)
    expect(await shareLink(link, failing(new DOMException('no', 'NotAllowedError')))).toBe(false)
  })
})

describe('copying', () => {
  const clipboardOf = (writeText: (text: string) => Promise<void>) => ({
    clipboard: Object.assign(new EventTarget(), {
      writeText,
      readText: async () => '',
      read: async () => [],
      write: async () => {},
    }),
  })

  test('writes to the clipboard where there is one', async () => {
    const written: string[] = []
    const select = () => {
      throw new Error('nothing is selected')
    }
    expect(
      await copyText(
        'a link',
        select,
        clipboardOf(async (text) => void written.push(text)),
      ),
    ).toBe(true)
    expect(written).toEqual(['a link'])
  })

  test('falls back to what is selected without one, or where it is forbidden, and says when that fails too', async () => {
    let selected = 0
    const select = () => {
      selected += 1
      return false
    }
    expect(await copyText('a link', select, {})).toBe(false)
    expect(
      await copyText(
        'a link',
        select,
        clipboardOf(() => Promise.reject(new Error('no'))),
      ),
    ).toBe(false)
    expect(selected).toBe(2)
  })
})
