import type { Digest } from '@minefall/shared/contracts'
import { type EventObject, fromCallback } from 'xstate'
import type { Wire } from './wire.ts'

/** Watches the lobby's figures while it lives, again after a move to another server. */
export const lobbyActor = fromCallback<EventObject, { wire: Wire }>(({ input: { wire }, sendBack }) => {
  let stopped = false
  const tell = (digest: Digest) => sendBack({ type: 'lobby.digested', digest })
  const watch = () => {
    wire.ask('lobby.watch', {}).then(({ data }) => {
      if (!stopped && data) tell(data)
    })
  }
  watch()
  const unlisten = wire.listen((signal) => {
    if (signal.type === 'up') watch()
  })
  return () => {
    stopped = true
    unlisten()
    if (wire.isUp()) wire.ask('lobby.unwatch', {})
  }
})
