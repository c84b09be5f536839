import type { ToastInput } from '../../ui/toasts.ts'

/** How much of a message is told outside of the chat, in characters. */
const tellsMost = 140

/** What a widget's message says, where it can be told: nobody agreed with somebody else's widget on its fields. */
export const wordsOf = (message: unknown): string | undefined => {
  if (typeof message !== 'object' || message === null) return undefined
  const said = 'text' in message ? message.text : 'msg' in message ? message.msg : undefined
  if (typeof said !== 'string' || said.trim() === '') return undefined
  const words = [...said.trim()]
  return words.length > tellsMost ? `${words.slice(0, tellsMost - 1).join('')}…` : words.join('')
}

/** One note stands for all that was not looked at. */
export const noteId = 'chat-received'
/** The documented time that it stays, in milliseconds. */
const noteMs = 5_000

/** The note of a message that came while the chat is closed. */
export const noteOf = (
  words: string | undefined,
  texts: { received: string; open: string },
  open: () => void,
): ToastInput => ({
  id: noteId,
  icon: 'chat',
  title: texts.received,
  detail: words,
  action: { label: texts.open, run: open },
  stayMs: noteMs,
})

export type ReceivedPorts = {
  isOpen(): boolean
  isVisible(): boolean
  /** Says it in a note that leads to the chat. */
  tell(words: string | undefined): void
  play(): void
}

/** A message of support: heard by whoever doesn't look at the chat, and told while it is closed. */
export const createReceived =
  ({ isOpen, isVisible, tell, play }: ReceivedPorts) =>
  (message: unknown): void => {
    if (!isOpen()) tell(wordsOf(message))
    if (!isOpen() || !isVisible()) play()
  }
