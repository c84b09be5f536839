import { describe, expect, it } from 'vitest'
import { canSendPicture, sendPicture } from './send-picture.ts'

const picture = new File(['png'], 'minefall.png', { type: 'image/png' })

describe('a picture', () => {
  it('can be sent where the browser’s sheet takes pictures alone', () => {
    expect(canSendPicture({})).toBe(false)
    expect(canSendPicture({ canShare: () => false })).toBe(false)
    expect(canSendPicture({ canShare: ({ files = [] } = {}) => files[0]?.type === 'image/png' })).toBe(true)
  })

  it('is sent with its title', async () => {
    const sent: (ShareData | undefined)[] = []
    const share = async (data?: ShareData) => void sent.push(data)
    expect(await sendPicture(picture, 'Duel', { share })).toBe(true)
    expect(sent).toEqual([{ files: [picture], title: 'Duel' }])
  })

  it('that was not sent because the sheet was closed has not failed', async () => {
    const closed = async () => Promise.reject(new DOMException('closed', 'AbortError'))
    const refused = async () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    expect(await sendPicture(picture, 'Duel', { share: closed })).toBe(true)
    expect(await sendPicture(picture, 'Duel', { share: refused })).toBe(false)
  })
})
