import type { PlayerView } from '@minefall/shared/game'
import type { LineEvents, SupportLine } from '../../../../widget/line.ts'
import type { SafeStorage } from '../../../lib/storage.ts'
import type { ConnectionActorRef, LivePort } from '../../../machines/connection/index.ts'
import type { SessionActorRef } from '../../../machines/session/index.ts'
import { guest, settleGuest } from './kept-writing.ts'
import { createOutbox, type OutboxPorts } from './outbox.ts'

type SpeakerPorts = {
  connection: Pick<ConnectionActorRef, 'getSnapshot' | 'subscribe'>
  session: Pick<SessionActorRef, 'getSnapshot' | 'subscribe'>
  store: SafeStorage
  /** Someone else speaks from now on, or the owner has taken over or lost what a guest wrote. */
  onOther(): void
}

/**
 * Who speaks to support in this browser, and whether the connection is theirs: while someone signs in or out it is still
 * that of the previous player, and says nothing for the other.
 */
const followSpeaker = ({ connection, session, store, onOther }: SpeakerPorts) => {
  const signedIn = () => session.getSnapshot().context.user?.id ?? guest
  let owner = signedIn()
  /** The token that the connection is known by, and whose it is; null while that can't be told. */
  let token: string | null | undefined
  let known: string | null = null
  /** As whom the server showed the owner when it was decided whose a guest's writing is. */
  let settled: PlayerView | null = null

  /** Whether what is shown is not the speaker's any more. */
  const look = (): boolean => {
    const { context } = connection.getSnapshot()
    const current = session.getSnapshot().context
    if (context.identityToken !== token || known === null) {
      token = context.identityToken
      known = token === null ? guest : token === current.token ? (current.user?.id ?? null) : null
    }
    const before = owner
    owner = signedIn()
    const { player } = context
    const isNew = known === owner && player !== null && player !== settled
    if (isNew) settled = player
    const isSettled = isNew && settleGuest(store, owner, player)
    return isSettled || owner !== before
  }
  const follow = () => {
    if (look()) onOther()
  }
  connection.subscribe(follow)
  session.subscribe(follow)
  look()
  return {
    owner: () => owner,
    /** Whether what is asked over the connection now is asked by the owner. */
    isKnown: () => {
      follow()
      return known === owner
    },
  }
}

export type LinePorts = Pick<OutboxPorts, 'problemOf' | 'drawId' | 'now' | 'after'> &
  Pick<SupportLine, 'upload' | 'texts' | 'language'> & {
    connection: Pick<ConnectionActorRef, 'getSnapshot' | 'subscribe'>
    session: Pick<SessionActorRef, 'getSnapshot' | 'subscribe'>
    wire: Pick<LivePort, 'ask' | 'isUp' | 'listen'>
    /** Kept across reloads of this tab. */
    store: SafeStorage
    pictures: { get(pictureId: string): Promise<Blob | null>; forget(): void }
    /** Calls the listener whenever texts and language are others. */
    onLanguage(listener: () => void): void
  }

type Listeners = { [N in keyof LineEvents]: Set<(payload: LineEvents[N]) => void> }

const noListeners = (): Listeners => ({
  player: new Set(),
  up: new Set(),
  down: new Set(),
  outbox: new Set(),
  language: new Set(),
  'chat.message': new Set(),
  'chat.typing': new Set(),
  'chat.read': new Set(),
  'chat.unread': new Set(),
  'chat.staffed': new Set(),
})

/** The page's side of the line: see `SupportLine`. */
export const createLine = (ports: LinePorts): SupportLine => {
  const { connection, session, wire, store, pictures, onLanguage } = ports
  const { problemOf, drawId, now, after, upload, texts, language } = ports
  const listeners = noListeners()
  const tell = <N extends keyof LineEvents>(name: N, payload: LineEvents[N]) => {
    for (const listener of [...listeners[name]]) listener(payload)
  }

  const speaker = followSpeaker({
    connection,
    session,
    store,
    onOther: () => {
      outbox.own(speaker.owner())
      pictures.forget()
      tell('player', null)
    },
  })
  const isUp = () => wire.isUp() && speaker.isKnown()
  const outbox = createOutbox({
    store,
    send: (message) => wire.ask('chat.send', message),
    isUp,
    problemOf,
    drawId,
    now,
    after,
    changed: () => tell('outbox', outbox.list()),
    taken: (message) => tell('chat.message', message),
  })
  outbox.own(speaker.owner())

  let wasUp = false
  /** `again`: the connection may have missed something, or is another. */
  const look = (again: boolean) => {
    const up = isUp()
    if (up === wasUp && !(up && again)) return
    wasUp = up
    tell(up ? 'up' : 'down', null)
    if (up) outbox.pump()
  }
  let unread = connection.getSnapshot().context.unread
  connection.subscribe(({ context }) => {
    look(false)
    if (context.unread === unread) return
    unread = context.unread
    tell('chat.unread', { count: unread })
  })
  session.subscribe(() => look(false))
  wire.listen((signal) => {
    if (signal.type === 'chat') {
      // Until the server knows the owner, what it tells may be for the previous player.
      if (isUp()) tell(signal.message.name, signal.message.payload)
    } else if (signal.type !== 'arena') look(['up', 'doubt', 'missed'].includes(signal.type))
  })
  onLanguage(() => tell('language', null))
  look(false)

  return {
    ask: (name, payload) =>
      isUp() ? wire.ask(name, payload) : Promise.resolve({ code: 1503, msg: 'the line is down', data: null }),
    on: (name, listener) => {
      listeners[name].add(listener)
      return () => {
        listeners[name].delete(listener)
      }
    },
    isUp,
    unread: () => unread,
    write: outbox.write,
    outbox: outbox.list,
    resend: outbox.resend,
    discard: outbox.discard,
    draft: outbox.draft,
    keepDraft: outbox.keepDraft,
    upload,
    picture: pictures.get,
    texts,
    language,
  }
}
