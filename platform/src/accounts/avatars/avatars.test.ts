import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { imageForm } from '../../files/testing-form.ts'
import { gif, jpeg, painted, png } from '../../files/testing-images.ts'
import { guestAvatars } from '../../players/index.ts'
import { accountsForEach, hour, type OpenAccounts, type TestAccount } from '../testing.ts'
import { removeUpload } from './avatars.ts'

describeDatabase('avatars', (open) => {
  let at: OpenAccounts
  accountsForEach(open, (opened) => {
    at = opened
  })

  const send = async (
    from: Partial<TestAccount> & { language?: string },
    { headers, payload }: ReturnType<typeof imageForm>,
  ) => {
    const response = await at.inject('POST', '/api/user/upload', payload, from, headers)
    return { status: response.statusCode, ...response.json() }
  }

  it('are chosen from those there are', async () => {
    const me = await at.newAccount()
    const { data } = await at.get('user/getavatars', me)
    expect(Object.values(data)).toEqual(guestAvatars.map((name) => ({ avatarid: name, avatar: name })))
    expect(await at.post('user/modify', { avatarid: 'owl' }, me)).toEqual({
      status: 200,
      code: 200,
      msg: '头像更新成功',
      data: { avatar: 'owl' },
    })
    expect((await at.get('user/getUserInfo', me)).data.avatar).toBe('owl')
    expect(await at.post('user/modify', { avatarid: 'no-one' }, me)).toMatchObject({
      code: 1001,
      data: { field: 'avatarid' },
    })
  })

  it('are uploaded by content, whatever the file is called, and served as that and nothing else', async () => {
    const me = await at.newAccount()
    for (const [file, type] of [
      [await jpeg(), 'image/jpeg'],
      [await painted().gif().toBuffer(), 'image/jpeg'],
      [await painted({ color: '#12345678' }).png().toBuffer(), 'image/png'],
    ] as const) {
      const answer = await send(me, imageForm(file, { name: '../../x.html', type: 'text/html' }))
      expect(answer).toMatchObject({ status: 200, code: 200, msg: '头像上传成功' })
      const { avatar } = answer.data
      expect(avatar).toMatch(/^\/api\/user\/avatar\/[0-9a-f-]{36}$/)
      const shown = await at.inject('GET', avatar)
      expect(shown.headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect(shown.rawPayload.subarray(0, 4)).toEqual(
        Buffer.from(type === 'image/png' ? '\x89PNG' : '\xff\xd8\xff\xdb', 'latin1'),
      )
      expect((await at.get('user/getUserInfo', me)).data.avatar).toBe(avatar)
    }
  })

  it('once uploaded stay to choose from, for their owner alone; the next upload replaces the last', async () => {
    const [me, other] = [await at.newAccount(), await at.newAccount()]
    const first = (await send(me, imageForm(png()))).data.avatar
    await at.post('user/modify', { avatarid: 'fox' }, me)
    const list = Object.values((await at.get('user/getavatars', me)).data)
    const avatarid = first.split('/').at(-1)
    expect(list.at(-1)).toEqual({ avatarid, avatar: first })
    expect((await at.post('user/modify', { avatarid }, other)).code).toBe(1001)
    expect((await at.post('user/modify', { avatarid }, me)).data).toEqual({ avatar: first })
    const second = (await send(me, imageForm(gif()))).data.avatar
    expect((await at.inject('GET', first)).statusCode).toBe(404)
    expect((await at.inject('GET', second)).statusCode).toBe(200)
  })

  it('are not chosen while staff remove them', async () => {
    const me = await at.newAccount()
    const avatarid = String((await send(me, imageForm(png()))).data.avatar.split('/').at(-1))
    const { choosing, drawn } = await at.db.transaction(async (tx) => {
      const drawn = await removeUpload(tx, String(me.user.id), avatarid)
      const choosing = at.post('user/modify', { avatarid }, me)
      // Until it waits for the removal; a database with one session makes it wait from the first.
      for (let look = 0; look < 1_000; look += 1)
        if ((await tx.query('select from pg_locks where not granted')).count > 0) break
      return { choosing, drawn }
    })
    expect((await choosing).code).toBe(1001)
    expect((await at.get('user/getUserInfo', me)).data.avatar).toBe(drawn)
  })

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page that begins like a GIF', Buffer.from('GIF89a=1;<script>alert(1)</script>')],
    ['a bomb', png({ width: 50_000, height: 50_000, data: Buffer.alloc(100_000_000) })],
  ])('are not %s, and nothing changes', async (_, file) => {
    const me = await at.newAccount()
    expect(await send(me, imageForm(file))).toEqual({
      status: 200,
      code: 1121,
      msg: '图片格式无效，请选择 JPG、PNG 或 GIF 格式',
      data: null,
    })
    expect((await send({ ...me, language: 'en' }, imageForm(file))).msg).toBe(
      'Invalid image format, please select JPG, PNG or GIF format',
    )
    expect((await at.get('user/getUserInfo', me)).data.avatar).toBe(me.user.avatar)
  })

  it('are at most 5 MB, just above that and far above', async () => {
    const me = await at.newAccount()
    for (const bytes of [5 * 1024 * 1024 + 1, 8 * 1024 * 1024]) {
      const answer = await send({ ...me, language: 'en' }, imageForm(Buffer.alloc(bytes)))
      expect(answer).toMatchObject({
        status: 200,
        code: 1122,
        msg: 'Image file is too large, please select an image smaller than 5MB',
      })
    }
    // Of the right size, it is looked at.
    expect(await send(me, imageForm(Buffer.alloc(5 * 1024 * 1024)))).toMatchObject({ code: 1121 })
  })

  it('come in the field image of a form, from someone who is signed in', async () => {
    const me = await at.newAccount()
    expect(await send(me, imageForm(png(), { field: 'file' }))).toMatchObject({
      code: 1001,
      data: { field: 'image' },
    })
    expect(await send(me, { ...imageForm(png()), payload: Buffer.from('no form') })).toMatchObject({
      code: 1001,
      data: { field: 'image' },
    })
    expect(await at.post('user/upload', { image: 'text' }, me)).toMatchObject({ code: 1001 })
    expect(await send({}, imageForm(png()))).toMatchObject({ status: 401, code: 1401 })
  })

  it('are uploaded twenty times an hour at most', async () => {
    const me = await at.newAccount()
    const codes = []
    for (let n = 0; n < 22; n++) codes.push((await send(me, imageForm(gif()))).code)
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 200), 1429, 1429])
    await at.clock.advance(hour)
    const { data } = await at.post('user/refreshToken', undefined, me)
    expect((await send({ token: String(data.token) }, imageForm(gif()))).code).toBe(200)
  })
})
