import { protocolOldest } from '@minefall/shared/contracts/live'
import { describe, expect, test } from 'vitest'
import type { Arena } from './arena.ts'
import { asking, attacker, handshake, hex, upgraded } from './attacker.ts'
import { eventText, frame, livePath } from './frames.ts'
import { answerTo, openWire, upgradeRequest } from './wire.ts'

/** Upgrades and handshakes that are not those of a client of ours. */
export const handshakeCases = (arena: () => Arena) => {
  const at = () => ({ port: arena().server.port, from: '127.0.0.2' })

  describe('upgrades', () => {
    test.each([
      ['another path', { path: '/' }, 404, 1404],
      ['a path of REST', { path: '/api/game/list' }, 404, 1404],
      ['an address of another server', { path: 'http://evil.example/socket.io/' }, 404, 1404],
      ['a path that is no address', { path: '//[' }, 404, 1404],
      ['another engine', { path: livePath.replace('EIO=4', 'EIO=3') }, 400, 1001],
      ['polling', { path: livePath.replace('websocket', 'polling') }, 400, 1001],
      ['nothing', { path: '/socket.io/' }, 400, 1001],
      ['a session', { path: `${livePath}&sid=AAAAAAAAAAAAAAAAAAAA` }, 400, 1001],
      ['a page elsewhere', { headers: { Origin: 'https://evil.example' } }, 403, 1403],
      ['a page without an origin', { headers: { Origin: 'null' } }, 403, 1403],
    ])('that name %s are answered and ended', async (_name, options, status, code) => {
      const answer = await answerTo(at(), upgradeRequest(options))
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(answer).toContain(`{"code":${code},`)
    })

    test.each([
      ['another method', { method: 'POST' }],
      ['another protocol', { headers: { Upgrade: 'h2c' } }],
      ['no key', { headers: { 'Sec-WebSocket-Key': null } }],
      ['a key that is none', { headers: { 'Sec-WebSocket-Key': 'x' } }],
      ['another version', { headers: { 'Sec-WebSocket-Version': '7' } }],
      ['a subprotocol that is none', { headers: { 'Sec-WebSocket-Protocol': ',,' } }],
    ])('with %s open no connection', async (_name, options) => {
      const answer = await answerTo(at(), upgradeRequest(options))
      expect(answer).toMatch(/^HTTP\/1.1 4\d\d /)
    })

    test('that are reset before their answer end nothing else', async () => {
      const paths = ['/', '/nowhere', `${livePath}&sid=x`, livePath]
      for (let n = 0; n < 40; n++) {
        const wire = await openWire(at())
        wire.send(upgradeRequest({ path: paths[n % paths.length] ?? '/' }))
        wire.socket.resetAndDestroy()
        await wire.over
      }
      expect((await fetch(`${arena().server.url}/healthz`)).status).toBe(200)
    })

    test('that name the session of a live connection leave it to its owner', async () => {
      const owner = await attacker(at())
      const [open = ''] = owner.packets()
      const { sid }: { sid: string } = JSON.parse(open.slice(1))
      const answer = await answerTo(at(), upgradeRequest({ path: `${livePath}&sid=${sid}` }))
      expect(answer).toMatch(/^HTTP\/1.1 400 /)
      const plain = await fetch(`${arena().server.url}${livePath}&sid=${sid}`)
      expect(plain.status).toBe(400)
      expect((await owner.ask('lobby.unwatch', {})).code).toBe(200)
      owner.end()
    })
  })

  describe('handshakes', () => {
    test.each([
      ['an old version', { ...handshake(), protocol: protocolOldest - 1 }],
      ['a version that is none', { ...handshake(), protocol: '1' }],
      ['no version', { deviceId: hex(16), tab: hex(8) }],
      ['a device that is none', { ...handshake(), deviceId: 'x'.repeat(32) }],
      ['a token that is too long', { ...handshake(), token: 'x'.repeat(401) }],
      ['a token that is none', { ...handshake(), token: { toString: 'x' } }],
      ['nothing', {}],
      ['a prototype', JSON.parse('{"__proto__":{"protocol":1},"constructor":{}}')],
    ])('with %s are closed with protocol', async (_name, auth) => {
      const one = await asking(at(), auth)
      expect(await one.closeCode()).toBe('protocol')
      expect(one.packets().join()).not.toContain('welcome')
    })

    test('with a token that no one was given are closed with signed-out', async () => {
      const one = await asking(at(), { ...handshake(), token: `${hex(16)}.1.${hex(32)}` })
      expect(await one.closeCode()).toBe('signed-out')
    })

    test('twice over one connection end it', async () => {
      const one = await attacker(at())
      one.say(`40${JSON.stringify(handshake())}`)
      await one.over
    })

    test('after leaving find the connection closed', async () => {
      const one = await attacker(at())
      one.say('41')
      await one.over
    })

    test('for another namespace lead nowhere, before and after the right one', async () => {
      const before = await upgraded(at())
      before.send(frame(`40/desk,${JSON.stringify(handshake())}`))
      await before.until(() => before.packets().some((packet) => packet.startsWith('44/desk,')))
      before.end()
      const after = await attacker(at())
      after.say(`40/desk,${JSON.stringify(handshake())}`)
      await after.until(() => after.packets().some((packet) => packet.startsWith('44/desk,')))
      expect((await after.ask('lobby.unwatch', {})).code).toBe(200)
      after.end()
    })

    test('that send a message before they were welcomed are ended', async () => {
      const one = await upgraded(at())
      one.send(frame(eventText('lobby.find', { gameId: 'mines-trial', stake: '100', asset: 'trial' }, 1)))
      await one.over
    })
  })
}
