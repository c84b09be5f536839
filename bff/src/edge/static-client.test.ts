import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicConfigSchema } from '@minefall/shared/contracts/rest'
import { describe, expect, test } from 'vitest'
import { readBffSettings } from '../config.ts'
import { releaseOf } from './static-client.ts'
import { call, deskPage, edgeForTests, homeOf, html, page } from './testing.ts'

const edge = edgeForTests()

describe('pages', () => {
  test.each(['/?modal=wallet', '/lobby', '/match/aa', '/user/profile?tab=2'])(
    'a navigation to %s gets the page',
    async (path) => {
      const answer = await call(edge.address(), path, html)
      expect(answer.status).toBe(200)
      expect(answer.body).toBe(page)
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.headers['content-type']).toContain('text/html')
      const headers = { ...html.headers, 'if-none-match': answer.headers.etag ?? '' }
      const again = await call(edge.address(), path, { headers })
      expect([again.status, again.body]).toEqual([304, ''])
    },
  )

  test.each([
    ['/login/', '/login'],
    ['/game/mines-duel/?stake=100', '/game/mines-duel?stake=100'],
  ])('have one address: %s leads to %s', async (path, to) => {
    const { status, headers } = await call(edge.address(), path, html)
    expect([status, headers.location]).toEqual([308, to])
  })

  test.each(['/', '//elsewhere.example/', '/desk/'])('%s leads nowhere else', async (path) => {
    const { status, headers } = await call(edge.address(), path, html)
    expect([status, headers.location]).toEqual([200, undefined])
  })

  test('whose HTML is built are sent in the visitor’s view, packed where they can be, and say what they depend on', async () => {
    const ask = async (headers: Record<string, string>, path = '/') =>
      call(edge.address(), path, { headers: { ...html.headers, ...headers } })
    const views = [
      [{}, 'en-US.guest'],
      [{ 'accept-language': 'fr, ko;q=0.5' }, 'ko-KR.guest'],
      [{ 'accept-language': 'ko', cookie: 'view=ja-JP.player' }, 'ja-JP.player'],
      [{ 'accept-language': 'ko', cookie: 'view=../../etc/passwd' }, 'ko-KR.guest'],
    ] as const
    const etags = new Set<string | undefined>()
    for (const [headers, view] of views) {
      const plain = await ask({ ...headers, 'accept-encoding': 'br;q=0' })
      expect(plain.body).toBe(homeOf(view))
      expect(plain.headers).toMatchObject({
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding, Accept-Language, Cookie',
        'content-language': view.slice(0, 5),
      })
      const packed = await ask({ ...headers, 'accept-encoding': 'gzip, br' })
      expect([packed.body, packed.headers['content-encoding']]).toEqual([`br ${view}`, 'br'])
      const again = await ask({
        ...headers,
        'accept-encoding': 'br',
        'if-none-match': packed.headers.etag ?? '',
      })
      expect([again.status, again.body]).toEqual([304, ''])
      etags.add(plain.headers.etag).add(packed.headers.etag)
    }
    expect(etags.size).toBe(8 - 2)
    expect((await ask({}, '/?invite=12345678')).body).toBe(homeOf('en-US.guest'))
    // None is built of these here.
    for (const path of ['/games', '/game/mines-trial']) expect((await ask({}, path)).body).toBe(page)
    expect((await ask({}, '/.views/home.en-US.guest.html')).status).toBe(404)
  })

  test.each([
    ['/assets/missing-0.js', html],
    ['/missing.png', html],
    ['/lobby', {}],
    ['/lobby', { ...html, method: 'POST' }],
    ['/.env', html],
    ['/assets/', html],
    ['/metrics/x', html],
  ])('%s is nothing', async (path, options) => {
    const answer = await call(edge.address(), path, options)
    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 1404, data: null })
  })

  test.each(['/assets/../../etc/passwd', '/assets/%2e%2e/%2e%2e/etc/passwd', '/..%5c..%5cetc/passwd'])(
    '%s leads nowhere',
    async (path) => {
      const answer = await call(edge.address(), path)
      expect([400, 403, 404]).toContain(answer.status)
      expect(JSON.parse(answer.body).data).toBeNull()
    },
  )

  test('files with a hash in their name are kept forever, compressed where they are; others are asked for again', async () => {
    const asset = await call(edge.address(), '/assets/app-0123.js')
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(asset.headers['content-type']).toContain('javascript')
    const small = await call(edge.address(), '/assets/app-0123.js', {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(small.headers['content-encoding']).toBe('gzip')
    expect(small.body).toBe('gz')
    const kept = { 'accept-encoding': 'gzip', 'if-none-match': small.headers.etag ?? '' }
    expect((await call(edge.address(), '/assets/app-0123.js', { headers: kept })).status).toBe(304)
    const icon = await call(edge.address(), '/icon.svg')
    expect(icon.headers['cache-control']).toBe('no-cache')
    const again = await call(edge.address(), '/icon.svg', {
      headers: { 'if-none-match': icon.headers.etag ?? '' },
    })
    expect(again.status).toBe(304)
  })

  test('a script is read once: the next release takes away only those that no one has asked for', async () => {
    const edited = mkdtempSync(join(tmpdir(), 'minefall-edited-'))
    cpSync(edge.clientDir, edited, { recursive: true })
    writeFileSync(join(edited, 'assets', 'rare-0123.js'), 'export {}')
    const { address } = await edge.start({ CLIENT_DIR: edited })
    expect((await call(address, '/assets/app-0123.js')).body).toBe('export {}')
    rmSync(join(edited, 'assets'), { recursive: true })
    expect((await call(address, '/assets/app-0123.js')).body).toBe('export {}')
    expect((await call(address, '/assets/rare-0123.js')).status).toBe(404)
    rmSync(edited, { recursive: true })
  })

  test.each([
    ['/worker.js', 'application/javascript'],
    ['/support/widget.js', 'application/javascript'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ])('%s is served as %s, and asked for again each time', async (path, type) => {
    const { status, headers } = await call(edge.address(), path)
    expect(status).toBe(200)
    expect(headers['content-type']).toContain(type)
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toContain("worker-src 'self';")
  })

  test('carry a policy that allows no inline script, no eval and no other origin', async () => {
    const { headers } = await call(edge.address(), '/', html)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
  })

  test('the API’s pages get style attributes besides, and nothing of the platform’s own policy', async () => {
    const policy = String((await call(edge.address(), '/docs')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src-attr 'unsafe-inline'")
    expect(policy.match(/unsafe/g)).toHaveLength(1)
    const rest = String((await call(edge.address(), '/api/a')).headers['content-security-policy'])
    const inbox = await call(edge.address(), '/dev/inbox')
    expect(inbox.headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
    expect(rest).toBe("default-src 'none';frame-ancestors 'none';sandbox")
    const payment = await call(edge.address(), '/sandbox/checkout/x')
    expect(payment.headers['content-security-policy']).toBe(
      "default-src 'none';img-src 'self';style-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
    )
  })

  test('learn what they must know of the settings, without an envelope', async () => {
    const plain = await call(edge.address(), '/config.json')
    expect(plain.status).toBe(200)
    expect(plain.headers['cache-control']).toBe('no-cache')
    expect(plain.headers['content-type']).toContain('application/json')
    expect(publicConfigSchema.parse(JSON.parse(plain.body))).toEqual({
      defaultInvitationCode: '88888888',
      noticeLanguage: 'player',
      requestLanguage: 'zh-CN',
      testMoney: true,
    })
    const other = await edge.start({
      DEFAULT_INVITATION_CODE: '12345678',
      NOTICE_LANGUAGE: 'documented',
      REQUEST_LANGUAGE: 'en-US',
      CHECKOUT_PROVIDER: 'none',
    })
    expect(publicConfigSchema.parse(JSON.parse((await call(other.address, '/config.json')).body))).toEqual({
      defaultInvitationCode: '12345678',
      noticeLanguage: 'documented',
      requestLanguage: 'en-US',
    })
    expect(() => readBffSettings({ REQUEST_LANGUAGE: 'zh, en' })).toThrow(
      /^REQUEST_LANGUAGE must be a language/,
    )
  })

  test('load another support widget where one is set: its origin joins their policy, and that of nothing else', async () => {
    const SUPPORT_WIDGET_URL = 'https://chat.example:8443/widget.js?key=1'
    const other = await edge.start({ SUPPORT_WIDGET_URL })
    const config = await call(other.address, '/config.json')
    expect(publicConfigSchema.parse(JSON.parse(config.body)).supportWidgetUrl).toBe(SUPPORT_WIDGET_URL)
    const origin = 'https://chat.example:8443'
    const policyOf = async (path: string) =>
      String((await call(other.address, path, html)).headers['content-security-policy'])
    for (const path of ['/', '/index.html', '/games']) {
      const policy = await policyOf(path)
      const opened = policy.split(';').filter((line) => line.includes('chat.example'))
      expect(opened).toEqual([
        `script-src 'self' ${origin}`,
        `style-src 'self' ${origin}`,
        `img-src 'self' data: blob: ${origin}`,
        `connect-src 'self' ${origin}`,
        `media-src 'self' ${origin}`,
        `frame-src ${origin}`,
      ])
      const own = String((await call(edge.address(), path, html)).headers['content-security-policy'])
      expect(policy.replaceAll(` ${origin}`, '').replace('frame-src', "frame-src 'none'")).toBe(own)
    }
    for (const path of ['/docs', '/api/a', '/dev/inbox', '/sandbox/checkout/x', '/config.json', '/worker.js'])
      expect(await policyOf(path)).not.toContain('chat.example')
  })

  test.each([
    'http://chat.example/widget.js',
    'ftp://localhost/widget.js',
    'javascript:alert(1)',
    'https://*.example/widget.js',
    'https://a;script-src/widget.js',
    'https://me:secret@chat.example/widget.js',
    '/widget.js',
  ])('%s is no address of a widget', (SUPPORT_WIDGET_URL) => {
    expect(() => readBffSettings({ SUPPORT_WIDGET_URL })).toThrow(/^SUPPORT_WIDGET_URL must be an address/)
  })

  test.each(['http://localhost:3000/w.js', 'http://[::1]/w.js', 'https://chat.example/w.js'])(
    '%s is one',
    (SUPPORT_WIDGET_URL) => {
      expect(readBffSettings({ SUPPORT_WIDGET_URL })).toMatchObject({ SUPPORT_WIDGET_URL })
    },
  )

  test('a release is another one with another page or another support widget', () => {
    const folder = mkdtempSync(join(tmpdir(), 'minefall-release-'))
    const released = (page: string, widget: string) => {
      writeFileSync(join(folder, 'index.html'), page)
      writeFileSync(join(folder, 'support', 'widget.js'), widget)
      return releaseOf(folder)
    }
    expect(releaseOf(folder)).toBe('none')
    mkdirSync(join(folder, 'support'))
    const releases = [released('a', 'b'), released('c', 'b'), released('a', 'd')]
    expect(new Set(releases).size).toBe(3)
    expect(released('a', 'b')).toBe(releases[0])
    rmSync(folder, { recursive: true })
  })

  test('without a built client there is nothing to show, and REST goes on', async () => {
    const bare = await edge.start({ CLIENT_DIR: join(edge.clientDir, 'none') })
    expect((await call(bare.address, '/', html)).status).toBe(404)
    expect((await call(bare.address, '/api/a')).status).toBe(200)
  })
})

describe('the desk', () => {
  test.each(['/desk', '/desk/', '/desk/orders/7?kind=deposit', '/desk/players/aa'])(
    'a navigation to %s gets its page, which no one is to search for',
    async (path) => {
      const answer = await call(edge.address(), path, html)
      expect([answer.status, answer.body]).toEqual([200, deskPage])
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-cache',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      })
    },
  )

  test('has files that are kept forever', async () => {
    const { status, headers } = await call(edge.address(), '/desk/assets/desk-0123.js')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test.each([
    ['/desk/assets/missing-0.js', html],
    ['/desk/assets/', html],
    ['/desk/missing.png', html],
    ['/desk/orders', {}],
    ['/desk/orders', { ...html, method: 'POST' }],
  ])('has nothing at %s', async (path, options) => {
    expect((await call(edge.address(), path, options)).status).toBe(404)
  })

  test('has its own policy, stricter than that of the player’s page and open to no widget', async () => {
    const other = await edge.start({ SUPPORT_WIDGET_URL: 'https://widget.example/w.js' })
    const policies = []
    for (const address of [edge.address(), other.address])
      policies.push((await call(address, '/desk/', html)).headers['content-security-policy'])
    expect(policies[0]).toBe(policies[1])
    const policy = String(policies[0])
    for (const said of [
      "script-src 'self'",
      "img-src 'self' blob:",
      "worker-src 'none'",
      "form-action 'none'",
    ])
      expect(policy).toContain(`${said};`)
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/)
  })

  test('counts its calls apart, for all staff behind one address', async () => {
    const busy = await edge.start({ REST_PER_MINUTE: '2', DESK_PER_MINUTE: '4' })
    const codes = async (path: string, times: number) => {
      const statuses = []
      for (let n = 0; n < times; n++) statuses.push((await call(busy.address, path)).status)
      return statuses
    }
    expect(await codes('/api/desk/orders', 5)).toEqual([200, 200, 200, 200, 429])
    expect(await codes('/api/game/list', 3)).toEqual([200, 200, 429])
  })

  test('is nothing where it was not built', async () => {
    const client = mkdtempSync(join(tmpdir(), 'minefall-no-desk-'))
    writeFileSync(join(client, 'index.html'), page)
    const without = await edge.start({ CLIENT_DIR: client })
    for (const path of ['/desk', '/desk/', '/desk/orders'])
      expect((await call(without.address, path, html)).status).toBe(404)
    expect((await call(without.address, '/lobby', html)).body).toBe(page)
    rmSync(client, { recursive: true })
  })
})
