import { describe, expect, test } from 'vitest'
import type { Arena } from './arena.ts'
import { attacker } from './attacker.ts'
import { comeIn } from './innocents.ts'
import { openWire, upgradeRequest } from './wire.ts'

/** Many who come, and come again. The server of this file takes few of one address a minute. */
export const stormCases = (arena: () => Arena, { handshakes }: { handshakes: number }) => {
  const at = (from: string) => ({ port: arena().server.port, from })

  describe('a storm of reconnects', () => {
    test('learns how long to wait, while others come in', async () => {
      const storm = await Promise.all(
        Array.from({ length: 2 * handshakes }, async () => {
          const wire = await openWire(at('127.0.0.8'))
          wire.send(upgradeRequest())
          await wire.until(() => wire.text().includes('\r\n\r\n'))
          return wire
        }),
      )
      const refused = storm.filter((wire) => wire.text().startsWith('HTTP/1.1 429 '))
      expect(refused.length).toBeGreaterThan(0)
      await Promise.all(refused.map(({ over }) => over))
      for (const wire of refused) {
        expect(wire.text()).toMatch(/Retry-After: [1-9].*{"code":1429,.*"data":{"seconds":[1-9]/s)
      }
      for (const wire of storm) wire.end()
      const newcomer = await comeIn(arena().server.url)
      newcomer.leave()
    })

    test('that comes at once waits in line, and each is let in', async () => {
      const crowd = await Promise.all(Array.from({ length: handshakes }, () => attacker(at('127.0.0.9'))))
      expect(crowd.map((one) => one.packets().join().includes('welcome'))).not.toContain(false)
      for (const one of crowd) one.end()
    })
  })
}
