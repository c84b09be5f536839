import { matchIdSchema } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { firstCommand, waitingCommands } from './commands.ts'

const matchId = matchIdSchema.parse('ab'.repeat(16))

/** Commands over a connection that is in the test's hands. */
const stage = () => {
  const sent: { ack: number; commandId: string }[] = []
  const line = { isUp: true }
  const commands = waitingCommands(({ ack, payload }) => {
    if (line.isUp) sent.push({ ack, commandId: payload.commandId })
    return line.isUp
  })
  return { sent, line, commands, open: () => commands.issue('match.open', { matchId }) }
}

it('sends what is issued under its own number and id', () => {
  const { sent, commands, open } = stage()
  const [one, other] = [open(), open()]
  expect(sent.map(({ ack }) => ack)).toEqual([firstCommand, firstCommand + 1])
  expect(one.payload.commandId).not.toBe(other.payload.commandId)
  expect(commands.answeredBy(firstCommand)).toBe(one)
  expect(commands.withId(other.payload.commandId)).toBe(other)
})

it('sends all that wait over a new connection, with the same ids, and nothing that is settled', () => {
  const { sent, line, commands, open } = stage()
  const [done, first] = [open(), open()]
  commands.settle(done)
  line.isUp = false
  const second = open()
  line.isUp = true
  sent.length = 0
  commands.sendAll()
  expect(sent.map(({ commandId }) => commandId)).toEqual(
    [first, second].map(({ payload }) => payload.commandId),
  )
})

it('asks once more for what got "not now"', () => {
  const { sent, commands, open } = stage()
  const again = commands.onceMore(open())
  again()
  expect(sent.map(({ ack }) => ack)).toEqual([firstCommand, firstCommand])
})

it('does not ask once more for what a new connection has asked for in the meantime, or what is settled', () => {
  const { sent, commands, open } = stage()
  const [resent, settled] = [open(), open()]
  const again = [resent, settled].map((command) => commands.onceMore(command))
  commands.settle(settled)
  commands.sendAll()
  sent.length = 0
  for (const one of again) one()
  expect(sent).toEqual([])
})
