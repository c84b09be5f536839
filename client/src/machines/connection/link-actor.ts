import type { CloseCode } from '@minefall/shared/contracts/live'
import { type EventObject, fromCallback } from 'xstate'
import type { Incoming, OpenLink, Visitor } from './link.ts'
import type { MatchMessage } from './report.ts'
import type { ChatMessage, Wire } from './wire.ts'

type LinkEvent =
  | { type: 'link.message'; key: number; message: Incoming }
  | { type: 'link.bad'; key: number; name: string; problem: string }
  | { type: 'link.closed'; key: number; code: CloseCode | null }

/**
 * `token` is that of the session the link is opened for; null is the guest of this browser. `release` is that of the page,
 * null before the server told it.
 */
export type LinkInput = { key: number; token: string | null; release: string | null; wire: Wire }

const isOfMatch = (message: Incoming): message is MatchMessage => message.name.startsWith('match.')
const isOfChat = (message: Incoming): message is ChatMessage =>
  message.name.startsWith('chat.') && message.name !== 'chat.unread'

/**
 * One link as an actor: opened when it starts, closed when it stops. Messages of matches and of the chat go to the
 * wire, all others to the machine. `load` brings the code of the socket, a chunk of its own; a failed load counts as a failed attempt.
 */
export const createLinkActor = (load: () => Promise<OpenLink>, visitor: (input: LinkInput) => Visitor) =>
  fromCallback<EventObject, LinkInput>(({ input, sendBack }) => {
    const { key, wire } = input
    const tell = (event: LinkEvent) => sendBack(event)
    let stopped = false
    let close = () => {}
    load().then(
      (openLink) => {
        if (stopped) return
        const link = openLink(visitor(input), (report) => {
          if (stopped) return
          switch (report.type) {
            case 'message':
              if (isOfMatch(report.message)) wire.tell({ type: 'message', message: report.message })
              else if (isOfChat(report.message)) wire.tell({ type: 'chat', message: report.message })
              else tell({ type: 'link.message', key, message: report.message })
              return
            case 'bad':
              console.warn(`live: ${report.name} could not be read`, report.problem)
              tell({ type: 'link.bad', key, name: report.name, problem: report.problem })
              return
            case 'closed':
              tell({ type: 'link.closed', key, code: report.code })
              return
          }
        })
        close = link.close
        wire.attach(key, link)
      },
      () => {
        if (!stopped) tell({ type: 'link.closed', key, code: null })
      },
    )
    return () => {
      stopped = true
      wire.detach(key)
      close()
    }
  })
