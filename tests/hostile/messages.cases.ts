import { bodyCode } from '@minefall/shared/contracts'
import { describe, expect, test } from 'vitest'
import type { Arena } from './arena.ts'
import { type Attacker, attacker, hex } from './attacker.ts'
import { eventText, frame, opcode } from './frames.ts'

/** Messages that are malformed, unknown or too large, and packets that are none. */
export const messageCases = (arena: () => Arena) => {
  const at = () => ({ port: arena().server.port, from: '127.0.0.3' })
  const open = () => ({ commandId: hex(16), matchId: hex(16), turn: 0, tile: 0 })

  describe('malformed messages', () => {
    test.each<[string, string, unknown, string]>([
      ['an unknown name', 'match.cheat', {}, 'event'],
      ['a name of every object', 'toString', {}, 'event'],
      ['no payload', 'match.open', undefined, 'payload'],
      ['null', 'match.open', null, 'payload'],
      ['a list', 'match.open', [open()], 'payload'],
      ['a field too many', 'match.open', { ...open(), seat: 1 }, 'payload'],
      ['a tile that is none', 'match.open', { ...open(), tile: 256 }, 'tile'],
      ['a tile that is a fraction', 'match.open', { ...open(), tile: 0.5 }, 'tile'],
      ['a turn before the first', 'match.open', { ...open(), turn: -1 }, 'turn'],
      ['a match that is none', 'match.follow', { matchId: '../x', seq: null, unacknowledged: [] }, 'matchId'],
      [
        'an endless list',
        'match.follow',
        { matchId: hex(16), seq: 0, unacknowledged: Array(17).fill(hex(16)) },
        'unacknowledged',
      ],
      ['SQL', 'lobby.find', { gameId: "'; drop table match; --", stake: '1;', asset: 'trial' }, 'stake'],
      [
        'coins below nothing',
        'lobby.find',
        { gameId: 'mines-trial', stake: '-100', asset: 'trial' },
        'stake',
      ],
      ['more than 16 KB', 'match.emote', { matchId: hex(16), emote: 'x'.repeat(17_000) }, 'payload'],
    ])('with %s name what is wrong and change nothing', async (_name, message, payload, field) => {
      const one = await attacker(at())
      expect(await one.ask(message, payload)).toMatchObject({ code: bodyCode.badParameters, data: { field } })
      expect((await one.ask('lobby.unwatch', {})).code).toBe(200)
      one.end()
    })

    test('nested without end are refused, not followed down', async () => {
      const one = await attacker(at())
      const depth = 5_000
      one.say(`421["match.open",${'['.repeat(depth)}${']'.repeat(depth)}]`)
      await one.until(() => one.packets().some((packet) => packet.startsWith('431[{"code":1001,')))
      one.end()
    })

    test('again and again are answered, then closed with protocol', async () => {
      const one = await attacker(at())
      for (let id = 0; id < 11; id++) one.say(eventText('match.cheat', {}, id))
      expect(await one.closeCode()).toBe('protocol')
      expect(one.packets().filter((packet) => packet.includes('"code":1001'))).toHaveLength(11)
    })
  })

  describe('what is no packet', () => {
    const endings: [string, (one: Attacker) => void][] = [
      ['a message above 64 KB', (one) => one.say('4'.repeat(70_000))],
      ['a frame that says it is endless', (one) => one.send(frame('', { length: 2 ** 40 }))],
      ['an event that is no JSON', (one) => one.say('42{')],
      ['an unknown engine packet', (one) => one.say('9')],
      ['an unknown socket packet', (one) => one.say('49')],
      ['a ping from the wrong end', (one) => one.say('2')],
      ['a reserved event', (one) => one.say('42["disconnect"]')],
      ['a text where a part is due', (one) => one.say('451-["a",{"_placeholder":true,"num":0}]42["b"]')],
      ['a part that no one asked for', (one) => one.send(frame('x', { opcode: opcode.binary }))],
      ['eleven parts', (one) => one.say('4511-["a"]')],
      ['text that is not UTF-8', (one) => one.send(frame(Buffer.from([0x34, 0xff, 0xfe])))],
      ['an unmasked frame', (one) => one.send(frame('3', { masked: false }))],
      ['reserved bits', (one) => one.send(frame('3', { rsv: 4 }))],
      ['a reserved opcode', (one) => one.send(frame('3', { opcode: 3 }))],
      ['a continuation of nothing', (one) => one.send(frame('3', { opcode: opcode.more }))],
      ['a ping in fragments', (one) => one.send(frame('', { opcode: opcode.ping, fin: false }))],
      [
        'a close that says nothing known',
        (one) => one.send(frame(Buffer.from([0, 1]), { opcode: opcode.close })),
      ],
    ]
    test.each(endings)('ends the connection that sent it, and no other: %s', async (_name, send) => {
      const [one, other] = [await attacker(at()), await attacker(at())]
      send(one)
      await one.over
      expect((await other.ask('lobby.unwatch', {})).code).toBe(200)
      other.end()
    })
  })
}
