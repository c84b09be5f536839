import { bytesToHex, hash, utf8ToBytes } from '@minefall/shared/fairness'
import type { LoginInfo } from '../../../widget/commands.ts'
import type { SafeStorage } from '../../lib/storage.ts'
import type { ToastInput } from '../../ui/toasts.ts'

/** How much of a message is shown outside of the chat, in characters. */
const tellsMost = 140

/** What a widget's message says, where it can be told: no one agreed with someone else's widget on its fields. */
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
  texts: { received: () => string; open: () => string },
  open: () => void,
): ToastInput => ({
  id: noteId,
  icon: 'chat',
  title: texts.received,
  detail: words === undefined ? undefined : () => words,
  action: { label: texts.open, run: open },
  stayMs: noteMs,
})

type ReceivedPorts = {
  isOpen(): boolean
  isVisible(): boolean
  /** Says it in a note that leads to the chat. */
  tell(words: string | undefined): void
  play(): void
}

/** A message of support: heard by anyone who doesn't look at the chat, and told while it is closed. */
export const createReceived =
  ({ isOpen, isVisible, tell, play }: ReceivedPorts) =>
  (message: unknown): void => {
    if (!isOpen()) tell(wordsOf(message))
    if (!isOpen() || !isVisible()) play()
  }

/** A browser as support knows it while no one is signed in: no credential of anything. */
export type Visitor = { id: string; createdAt: string; visits: number }

const idKey = 'support_visitor_id'
const createdKey = 'support_visitor_created_at'
const countKey = 'support_visit_count'
/** Set while a tab lives: its reloads are one visit. */
const visitKey = 'support_visit'

type Stores = {
  /** Kept across visits. */
  local: SafeStorage
  /** Kept across reloads of the tab. */
  tab: SafeStorage
}

const isId = (text: string | null): text is string => text !== null && /^[\w-]{16,64}$/.test(text)
const isTime = (text: string | null): text is string => text !== null && !Number.isNaN(Date.parse(text))

/** The visitor of this browser, this visit counted. What is kept and can't be read is made again. */
export const readVisitor = (
  { local, tab }: Stores,
  { drawId, now }: { drawId(): string; now(): number },
): Visitor => {
  const kept = local.get(idKey)
  const known = isId(kept) ? kept : null
  const id = known ?? drawId()
  const time = local.get(createdKey)
  const createdAt = known && isTime(time) ? time : new Date(now()).toISOString()
  const counted = known ? Number(local.get(countKey)) : 0
  const before = Number.isSafeInteger(counted) && counted > 0 ? counted : 0
  const isFirst = tab.get(visitKey) !== id
  const visits = Math.max(1, isFirst ? before + 1 : before)
  local.set(idKey, id)
  local.set(createdKey, createdAt)
  local.set(countKey, String(visits))
  tab.set(visitKey, id)
  return { id, createdAt, visits }
}

/** What of the signed-in user support is shown. */
export type KnownUser = { id: string; name: string; phone: string; email: string; level: number }

/** Names an account to a widget without its id: the same in every browser. */
const hashed = (userId: string): string => bytesToHex(hash(utf8ToBytes(`support widget of ${userId}`)))

/** Who writes: the account that is signed in, or else this browser's visitor without a name. */
export const loginInfo = (user: KnownUser | null, visitor: Visitor, language: string): LoginInfo =>
  user
    ? {
        user_id: hashed(user.id),
        user_name: user.name,
        language,
        phone: user.phone,
        email: user.email,
        description: `Level ${user.level}`,
      }
    : {
        user_id: visitor.id,
        user_name: `Visitor ${visitor.id.slice(0, 4)}`,
        language,
        phone: '',
        email: '',
        description: `Anonymous visitor since ${visitor.createdAt.slice(0, 10)}\nVisit ${visitor.visits}`,
      }

export type WhoPorts = {
  widget: { setLoginInfo(info: LoginInfo): void; clearUser(): void }
  /** Who is signed in; null for guests. */
  user(): KnownUser | null
  visitor: Visitor
  language(): string
}

/** Tells the widget who writes, in which language: call it whenever either may be another. */
export const createWho = ({ widget, user, visitor, language }: WhoPorts) => {
  let told: { userId: string | null; info: string } = { userId: null, info: '' }
  return () => {
    const now = user()
    const info = loginInfo(now, visitor, language())
    const next = { userId: now?.id ?? null, info: JSON.stringify(info) }
    if (next.info === told.info) return
    if (told.userId !== null && told.userId !== next.userId) widget.clearUser()
    widget.setLoginInfo(info)
    told = next
  }
}
