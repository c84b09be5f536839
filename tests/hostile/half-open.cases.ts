import { describe, expect, test } from 'vitest'
import type { Arena } from './arena.ts'
import { upgraded } from './attacker.ts'
import { answerTo, openWire, upgradeRequest } from './wire.ts'

/** Connections that are opened and not used. The server of this file gives them little time. */
export const halfOpenCases = (arena: () => Arena) => {
  const at = () => ({ port: arena().server.port, from: '127.0.0.6' })

  describe('a connection', () => {
    test('that sends no request, or never the end of one, is answered that it took too long, and ended', async () => {
      const unfinished = [
        '',
        'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
        upgradeRequest().slice(0, -2),
        'POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
      ]
      const answers = await Promise.all(unfinished.map((bytes) => answerTo(at(), bytes)))
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 408 .*"code":1504/s)
    })

    test.each([
      ['no request at all', 'nonsense\r\n\r\n', 400],
      ['headers above what anyone needs', `GET / HTTP/1.1\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ])('with %s is answered and ended', async (_name, bytes, status) => {
      expect(await answerTo(at(), bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} .*"code":1001`, 's'))
    })

    test('that is upgraded and asks for no player is ended', async () => {
      const wire = await upgraded(at())
      await wire.over
      expect(wire.packets().join()).not.toContain('welcome')
    })
  })
}

/** The server of this file gives one address few connections, and leaves it them. */
export const fullCases = (arena: () => Arena, { connections }: { connections: number }) => {
  const at = () => ({ port: arena().server.port, from: '127.0.0.7' })

  test('an address that holds all it may has no effect on others, and gets no more', async () => {
    const held = await Promise.all(Array.from({ length: connections }, () => openWire(at())))
    const more = await openWire(at())
    await more.over
    expect(more.text()).toBe('')
    expect(
      await arena().metric('minefall_connections_refused_total', '{reason="address-full"}'),
    ).toBeGreaterThan(0)
    for (const wire of held) wire.end()
    await Promise.all(held.map(({ over }) => over))
  })
}
