import { bodyCode } from '@minefall/shared/contracts'
import { describe, expect, test } from 'vitest'
import type { Arena } from './arena.ts'
import { type Attacker, attacker, upgraded } from './attacker.ts'
import { eventText, frame, opcode } from './frames.ts'

/** So many at once that no time they may take to arrive makes them allowed. */
const many = 3_000

/** More than anyone may send, of everything that can be sent. */
export const floodCases = (arena: () => Arena) => {
  const at = () => ({ port: arena().server.port, from: '127.0.0.4' })
  const kicked = () => arena().metric('minefall_live_closes_total', '{code="kicked"}')

  describe('a flood', () => {
    test('of messages is answered, then refused with the seconds to wait, then closed with kicked', async () => {
      const one = await attacker(at())
      for (let id = 0; id < many; id++) one.say(eventText('lobby.unwatch', {}, id))
      expect(await one.closeCode()).toBe('kicked')
      const answers = one.packets().filter((packet) => packet.startsWith('43'))
      const refused = answers.filter((answer) => answer.includes(`"code":${bodyCode.tooManyRequests}`))
      expect(refused.length).toBeGreaterThan(0)
      for (const answer of refused) expect(answer).toContain('"data":{"seconds":1}')
      expect(answers.length).toBeLessThan(many)
    })

    const silent: [string, (one: Attacker) => void][] = [
      ['pings', (one) => one.send(frame('x', { opcode: opcode.ping }))],
      ['pongs', (one) => one.send(frame('', { opcode: opcode.pong }))],
      ['engine pongs', (one) => one.say('3')],
      ['engine packets without meaning', (one) => one.say('6')],
      ['acknowledgements of nothing', (one) => one.say('43999[]')],
      ['connects to other namespaces', (one) => one.say('40/desk,{}')],
    ]
    test.each(silent)(
      'of %s, which nothing answers, is read slowly, then closed with kicked',
      async (_name, send) => {
        const one = await attacker(at())
        for (let n = 0; n < many; n++) send(one)
        expect(await one.closeCode()).toBe('kicked')
      },
    )

    test('of fragments of one message is closed as well', async () => {
      const one = await attacker(at())
      one.send(frame('4', { fin: false }))
      const bits = Buffer.concat(
        Array.from({ length: 20_000 }, () => frame('', { opcode: opcode.more, fin: false })),
      )
      one.send(bits)
      await one.over
    })

    test('before there is a player is cut off', async () => {
      const before = await kicked()
      const wire = await upgraded(at())
      for (let n = 0; n < many; n++) wire.send(frame('', { opcode: opcode.ping }))
      await wire.over
      expect(await kicked()).toBe(before + 1)
    })

    test('whose sender doesn’t go when told is cut off', async () => {
      const one = await attacker({ ...at(), stubborn: true })
      for (let n = 0; n < many; n++) one.say('6')
      expect(await one.closeCode()).toBe('kicked')
    })
  })

  test('a message whose parts never come holds up no one', async () => {
    const one = await attacker(at())
    one.say('459-0["match.open",{"_placeholder":true,"num":0}]')
    const other = await attacker(at())
    expect((await other.ask('lobby.unwatch', {})).code).toBe(bodyCode.ok)
    one.end()
    other.end()
  })

  test('one who asks and reads no answer is kicked all the same', async () => {
    const before = await kicked()
    const one = await attacker(at())
    one.socket.pause()
    for (let id = 0; id < many; id++) one.say(eventText('lobby.watch', {}, id))
    await expect.poll(kicked, { timeout: 25_000 }).toBe(before + 1)
    one.end()
  })
}
