import { randomBytes } from 'node:crypto'
import type { MatchId } from '@minefall/shared/game'

/** Messages from this number on are commands. Each has its own: events may tell of a move before its answer does. */
export const firstCommand = 10

/** Ids are this run's own and counted on: drawing each would cost more than sending it. */
const run = randomBytes(8).toString('hex')
let drawn = 0
export const newCommandId = (): string => {
  drawn += 1
  return run + drawn.toString(16).padStart(16, '0')
}

/** A click or a seed that has no answer yet. */
export type Command = {
  /** The number of its message. */
  ack: number
  name: 'match.open' | 'match.reveal'
  payload: { commandId: string; matchId: MatchId }
  /** When it was issued, in milliseconds. */
  sentAt: number
  /** How often it was sent; over a new connection it is sent again with the same id. */
  times: number
}

/** What a player has asked for and waits to hear about. */
export type Commands = {
  /** Sends something new. */
  issue<About extends { matchId: MatchId }>(name: Command['name'], about: About): Command
  /** Sends all that have no answer, over a new connection. */
  sendAll(): void
  /** Sends it once more when the answer is called, unless it is settled or was sent once more by then. */
  onceMore(command: Command): () => void
  /** The one whose message has this number. */
  answeredBy(ack: number): Command | undefined
  /** The one with this id. */
  withId(commandId: string): Command | undefined
  /** Waits for this one no longer. */
  settle(command: Command): void
  all(): readonly Command[]
  clear(): void
}

/** `send` answers whether there was a connection to send it over. */
export const waitingCommands = (send: (command: Command) => boolean): Commands => {
  const waiting = new Map<number, Command>()
  let next = firstCommand
  const trySending = (command: Command) => {
    if (send(command)) command.times += 1
  }
  const all = () => [...waiting.values()]
  return {
    issue(name, about) {
      const payload = { commandId: newCommandId(), ...about }
      const command: Command = { ack: next, name, payload, sentAt: performance.now(), times: 0 }
      next += 1
      waiting.set(command.ack, command)
      trySending(command)
      return command
    },
    sendAll() {
      for (const command of waiting.values()) trySending(command)
    },
    onceMore(command) {
      const { times } = command
      return () => {
        if (waiting.has(command.ack) && command.times === times) trySending(command)
      }
    },
    answeredBy: (ack) => waiting.get(ack),
    withId: (commandId) => all().find(({ payload }) => payload.commandId === commandId),
    settle: ({ ack }) => void waiting.delete(ack),
    all,
    clear: () => waiting.clear(),
  }
}
