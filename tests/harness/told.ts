import { type ServerMessage, type ServerMessageName, serverMessages } from '@minefall/shared/contracts/live'
import type { Player } from './player.ts'

/** What the server has told this player under one name so far, in the order in which it came. */
export const told = <N extends ServerMessageName>(player: Player, name: N): ServerMessage<N>[] =>
  player.frames.flatMap((frame) =>
    frame.startsWith(`${name} `)
      ? [serverMessages[name].parse(JSON.parse(frame.slice(name.length + 1))) as ServerMessage<N>]
      : [],
  )

/** The first word of a connection. */
export const welcomeOf = (player: Player): ServerMessage<'welcome'> | undefined => told(player, 'welcome')[0]
