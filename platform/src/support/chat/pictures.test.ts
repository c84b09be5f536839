import { randomBytes, randomUUID } from 'node:crypto'
import { supportPictureSchema } from '@minefall/shared/contracts/rest'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { day, device, hour, minute, newAddress } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { imageForm } from '../../files/testing-form.ts'
import { jpeg } from '../../files/testing-images.ts'
import { pictureRates } from './pictures.ts'
import { type Caller, type ChatWorld, openChatWorld } from './testing.ts'

describeDatabase('a picture for support', (open) => {
  let db: Database
  let at: ChatWorld
  beforeAll(async () => {
    db = await open()
    at = await openChatWorld(db)
  })
  beforeEach(async () => {
    await db.query('delete from counted')
  })
  afterAll(() => at.close())

  const upload = async (caller: Caller, file: Buffer, ...named: [Parameters<typeof imageForm>[1]?]) => {
    const response = await at.call('POST', 'support/picture', caller, imageForm(file, ...named))
    return { status: response.statusCode, ...response.json() }
  }
  const uploaded = async (caller: Caller): Promise<string> =>
    supportPictureSchema.parse((await upload(caller, await jpeg())).data).pictureId
  const shown = async (id: string, caller: Caller = {}) => at.call('GET', `support/picture/${id}`, caller)
  const kept = async () => (await db.query('select id from support_picture order by id')).rows

  it('is unpacked, packed again, and sent with a message, with words or without', async () => {
    const me = await at.guest()
    const file = await jpeg({ width: 3_000, height: 20 })
    const { code, data } = await upload(me, file, { name: 'x.html', type: 'text/html' })
    expect(code).toBe(200)
    const { pictureId } = supportPictureSchema.parse(data)
    expect(await at.send(me.id, { text: '', pictureId })).toMatchObject({
      code: 200,
      data: { text: '', pictureId },
    })
    const picture = await shown(pictureId, me)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 2_000 })
  })

  it('is for the account or the guest whose conversation it is, and as if it were not there for others', async () => {
    const guest = await at.guest()
    const account = await at.signIn('chat-picture@home.example')
    const pictures = [
      { id: await uploaded(guest), of: guest },
      { id: await uploaded({ token: account.token }), of: { token: account.token } },
    ]
    const noOnes = (await shown(randomUUID(), await at.guest())).json()
    expect(noOnes).toMatchObject({ code: 1404, data: null })
    for (const { id, of } of pictures) {
      expect((await shown(id, of)).headers['content-type']).toBe('image/jpeg')
      const stranger = await at.signIn(`${randomUUID()}@home.example`)
      expect((await shown(id, { token: stranger.token })).json()).toEqual(noOnes)
      expect((await shown(id, await at.guest())).json()).toEqual(noOnes)
      // A token that is sent must be good, no matter whose device it is.
      expect((await shown(id, { ...of, token: 'nothing' })).json()).toMatchObject({ code: 1401 })
      expect((await shown(id)).json()).toMatchObject({ code: 1401 })
      expect((await shown(id, { deviceId: device() })).json()).toEqual(noOnes)
    }
  })

  it('stays a guest’s who registers, and is sent in no other conversation', async () => {
    const guest = await at.guest()
    const id = await uploaded(guest)
    const thief = await at.guest()
    expect(await at.send(thief.id, { pictureId: id })).toMatchObject({ code: 1001 })
    const account = await at.signIn('chat-picture-stays@home.example', { deviceId: guest.deviceId })
    expect((await shown(id, { token: account.token })).headers['content-type']).toBe('image/jpeg')
    expect(await at.send(account.id, { pictureId: id })).toMatchObject({ code: 200 })
    expect((await shown(id, await at.guest(guest.deviceId))).json()).toMatchObject({ code: 1404 })
  })

  it('may wait for an hour to be sent, and is gone after a day if it was not', async () => {
    const me = await at.guest()
    const [sent, late, unsent] = [await uploaded(me), await uploaded(me), await uploaded(me)]
    const message = at.message({ pictureId: sent })
    expect(await at.send(me.id, message)).toMatchObject({ code: 200 })
    await at.clock.advance(hour)
    expect(await at.send(me.id, { pictureId: late })).toMatchObject({ code: 1001 })
    expect(await at.send(me.id, message)).toMatchObject({ code: 200, data: { seq: 1 } })
    await at.clock.advance(day)
    const isThere = async () => {
      await at.clock.advance(10 * minute)
      return (await shown(unsent, me)).headers['content-type'] === 'image/jpeg'
    }
    await expect.poll(isThere).toBe(false)
    expect((await shown(unsent, me)).json()).toMatchObject({ code: 1404 })
    expect((await shown(sent, me)).headers['content-type']).toBe('image/jpeg')
    expect(await kept()).not.toContainEqual({ id: late })
  })

  it('is refused without a device or a session before any of it is read', async () => {
    const before = await kept()
    const file = await jpeg()
    for (const caller of [{}, { deviceId: 'none' }, { token: 'nothing' }])
      expect(await upload(caller, file)).toMatchObject({ status: 401, code: 1401 })
    expect(await kept()).toEqual(before)
  })

  it('keeps its guest from then on, unless too many of their network are new', async () => {
    const [deviceId, other] = [device(), device()]
    const { player } = await at.guests.of(db, deviceId)
    const { pictureId } = (await upload({ deviceId }, await jpeg())).data
    expect(await at.guests.of(db, deviceId)).toEqual({ player, isStored: true })
    expect(await at.send(player.id, { pictureId })).toMatchObject({ code: 200 })
    at.crowd.wait = 60_000
    const before = await kept()
    // Refused before it is read: what is no picture is never looked at.
    const refused = await upload({ deviceId: other }, Buffer.from('no picture'))
    at.crowd.wait = null
    expect(refused).toMatchObject({ code: 1429, data: { seconds: 60 } })
    expect(await kept()).toEqual(before)
    expect((await at.guests.of(db, other)).isStored).toBe(false)
  })

  it.each([
    ['nothing', Buffer.alloc(0), 1121],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 1121],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 1121],
    ['a film', Buffer.from('GIF89a but no more'), 1121],
    ['a file of more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1), 1122],
    ['a file of much more', Buffer.alloc(8 * 1024 * 1024), 1122],
  ])('is not %s, and nothing is kept', async (_, file, code) => {
    const before = await kept()
    expect(await upload(await at.guest(), file)).toMatchObject({ status: 200, code, data: null })
    expect(await kept()).toEqual(before)
  })

  it('is in the field image of a form', async () => {
    const me = await at.guest()
    expect(await upload(me, await jpeg(), { field: 'file' })).toMatchObject({
      code: 1001,
      data: { field: 'image' },
    })
  })

  it('is read so often in an hour: of one player, and of the guests of an address', async () => {
    const me = await at.guest()
    const { writer, guests } = pictureRates
    const codesOf = async (caller: Caller, count: number) => {
      const codes = []
      for (let nth = 0; nth < count; nth += 1) codes.push((await upload(caller, randomBytes(9))).code)
      return codes
    }
    const many = (count: number, code: number) => Array.from({ length: count }, () => code)
    expect(await codesOf(me, writer.most + 1)).toEqual([...many(writer.most, 1121), 1429])
    const address = newAddress()
    for (let left: number = guests.most; left > 0; left -= writer.most) {
      const count = Math.min(left, writer.most)
      expect(await codesOf({ ...(await at.guest()), address }, count)).toEqual(many(count, 1121))
    }
    expect(await codesOf({ ...(await at.guest()), address }, 1)).toEqual([1429])
    const account = await at.signIn('chat-picture-rate@home.example')
    expect(await codesOf({ token: account.token, address }, 1)).toEqual([1121])
  })
})
