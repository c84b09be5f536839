import { bodyCode, type Envelope } from '@minefall/shared/contracts'
import type { ChatMessage, NewChatMessage } from '@minefall/shared/contracts/live'
import type { Outgoing } from '../../../../widget/line.ts'
import type { SafeStorage } from '../../../lib/storage.ts'
import { type KeptWriting, keptWriting } from './kept-writing.ts'

/** Whom the server can't take a message of right now is heard again after so long. */
const againAfterMs = 5_000
/** Someone who writes too fast is heard again within the minute that their rate is counted in; then they are shown. */
const limitedTries = 14

export type OutboxPorts = {
  store: SafeStorage
  /** Asks the server to take a message: the same id is the same message, however often it is asked. */
  send(message: NewChatMessage): Promise<Envelope<ChatMessage>>
  /** Whether the server knows the owner by the connection now. */
  isUp(): boolean
  /** Why a message was refused, in the player's words. */
  problemOf(refused: Envelope<unknown>): Promise<string>
  drawId(): string
  /** Local milliseconds since 1970. */
  now(): number
  after(ms: number, run: () => void): () => void
  changed(): void
  /** The server has taken a message, here as it keeps it. */
  taken(message: ChatMessage): void
}

const isLater = (code: number): boolean =>
  code === bodyCode.unavailable || code === bodyCode.timeout || code === bodyCode.ourFault

/** What is written waits here until the server has taken it, in order, and is sent again under its id until then. */
export const createOutbox = (ports: OutboxPorts) => {
  const { store, send, isUp, problemOf, drawId, now, after, changed, taken } = ports
  let kept = keptWriting(store, '')
  let sending: string | null = null
  let tries = 0
  let callOff = () => {}

  const next = () => kept.outgoing().find(({ problem }) => problem === null)

  const settle = async (outgoing: Outgoing, answer: Envelope<ChatMessage>, of: KeptWriting) => {
    const isOf = ({ messageId }: Outgoing) => messageId === outgoing.messageId
    if (answer.data) {
      tries = 0
      of.change((waiting) => waiting.filter((one) => !isOf(one)))
      if (of === kept) taken(answer.data)
      return true
    }
    tries += 1
    const isLimited = answer.code === bodyCode.tooManyRequests
    if (isLater(answer.code) || (isLimited && tries < limitedTries)) return false
    tries = 0
    const problem = await problemOf(answer)
    of.change((waiting) => waiting.map((one) => (isOf(one) ? { ...one, problem } : one)))
    return true
  }

  const pump = async (): Promise<void> => {
    callOff()
    const outgoing = next()
    if (sending !== null || !outgoing || !isUp()) return
    const { messageId, text, pictureId } = outgoing
    const of = kept
    sending = messageId
    const answer = await send({ messageId, text, ...(pictureId ? { pictureId } : {}) })
    const isSettled = await settle(outgoing, answer, of)
    sending = null
    if (isSettled) changed()
    // Anyone who signed in since has their own outbox.
    if (isSettled || of !== kept) return pump()
    callOff = after(againAfterMs, () => void pump())
  }

  return {
    /** Whose messages are written and sent from now on. */
    own(owner: string) {
      kept = keptWriting(store, owner)
      tries = 0
      changed()
    },
    list: (): readonly Outgoing[] => kept.outgoing(),
    /** The line is up: sends what waits. */
    pump: () => void pump(),
    write(message: { text: string; pictureId: string | null }) {
      const outgoing: Outgoing = { ...message, messageId: drawId(), at: now(), problem: null }
      kept.change((waiting) => [...waiting, outgoing])
      changed()
      void pump()
    },
    resend(messageId: string) {
      kept.change((waiting) =>
        waiting.map((one) => (one.messageId === messageId ? { ...one, problem: null } : one)),
      )
      changed()
      void pump()
    },
    discard(messageId: string) {
      kept.change((waiting) => waiting.filter((one) => one.messageId !== messageId))
      changed()
    },
    draft: () => kept.draft(),
    keepDraft: (text: string) => kept.keepDraft(text),
  }
}
