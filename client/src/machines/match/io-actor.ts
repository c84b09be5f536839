import type { ClientMessage, ClientMessageName, CloseCode } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { type EventObject, fromCallback } from 'xstate'
import type { LivePort } from '../connection/wire.ts'
import type { Answered, AskEvent, IoEvent, IoReport } from './io.ts'

/** Where the connection stands, for a match that begins now. */
export type ConnectionView = { closeCode(): CloseCode | null }

/** The match's ear and mouth on the live connection. Stops following when it stops. */
export const createIoActor = (port: LivePort, view: ConnectionView) =>
  fromCallback<IoEvent & EventObject>(({ receive, sendBack }) => {
    let stopped = false
    let followed: MatchId | null = null
    const tell = (report: IoReport) => {
      if (!stopped) sendBack(report)
    }
    const unfollow = (matchId: MatchId) => {
      if (port.isUp()) port.ask('match.unfollow', { matchId })
    }
    const ask = <N extends ClientMessageName>(key: string, name: N, payload: ClientMessage<N>) =>
      port.ask(name, payload).then((envelope) =>
        // The name decides the answer's type; TypeScript does not follow that through a generic.
        tell({ type: 'answered', key, name, envelope } as Answered),
      )
    const follow = ({ name, payload }: AskEvent) => {
      if (name !== 'match.follow') return
      if (followed !== null && followed !== payload.matchId) unfollow(followed)
      followed = payload.matchId
    }

    const unlisten = port.listen((signal) => {
      switch (signal.type) {
        case 'up':
          tell({ type: 'connection.up' })
          return
        case 'down':
          tell({ type: 'connection.down', code: signal.code })
          return
        case 'doubt':
          tell({ type: 'connection.doubt' })
          return
        case 'paused':
          tell({ type: 'play.paused', paused: signal.paused })
          return
        case 'message':
          tell({ type: 'server.message', message: signal.message })
          return
        case 'chat':
          return
      }
    })
    receive((event) => {
      if (event.type === 'gap') {
        port.countGap()
        return
      }
      follow(event)
      ask(event.key, event.name, event.payload)
    })
    if (port.isUp()) tell({ type: 'connection.up' })
    else {
      const code = view.closeCode()
      if (code) tell({ type: 'connection.down', code })
    }

    return () => {
      stopped = true
      unlisten()
      if (followed !== null) unfollow(followed)
    }
  })
