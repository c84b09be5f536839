import type { ChatMessage } from '@minefall/shared/contracts/live'
import type { Outgoing, SupportLine } from './line.ts'

type Messages = readonly ChatMessage[]

/**
 * What is known of a conversation together with what was reported about it: by number, each once, and no more than reaches to
 * the newest without a hole. The first of a conversation has the number 1, so one knows whether there are older ones.
 */
export const merged = (known: Messages, told: Messages): Messages => {
  const bySeq = new Map([...known, ...told].map((message) => [message.seq, message]))
  const all = [...bySeq.values()].sort((one, other) => one.seq - other.seq)
  const hole = all.findLastIndex(({ seq }, at) => at > 0 && all[at - 1]?.seq !== seq - 1)
  return all.slice(Math.max(0, hole))
}

export const lastSeq = (messages: Messages): number => messages.at(-1)?.seq ?? 0

export const hasOlder = (messages: Messages): boolean => (messages[0]?.seq ?? 1) > 1

/** The newest that the player has not written, behind `lastRead`; null where there is none. */
export const unreadSeq = (messages: Messages, lastRead: number): number | null =>
  messages.findLast(({ author, seq }) => author !== 'player' && seq > lastRead)?.seq ?? null

/** What is known of the conversation. */
export type TalkState = {
  /** `failed`: there is nothing to show, and it is not asked for on its own again. */
  phase: 'loading' | 'ready' | 'failed'
  messages: readonly ChatMessage[]
  /** How far staff have read. */
  staffRead: number
  /** Whether someone of staff is on; null until it is known. */
  staffed: boolean | null
  isUp: boolean
  isTyping: boolean
  outbox: readonly Outgoing[]
  older: 'none' | 'there' | 'asked' | 'failed'
}

export type TalkOptions = {
  line: SupportLine
  /** Runs something later, in milliseconds; answers what cancels it. */
  after(ms: number, run: () => void): () => void
  /** The state is another one. */
  changed(): void
  /** Staff have said something new. */
  received(message: ChatMessage): void
}

/** How long someone is shown as typing after they were last told to, in milliseconds. */
const typingFadeMs = 4_000
/** How long the player types until staff hear of it again, in milliseconds. */
const typingEveryMs = 2_000
/** After what time a conversation that is on screen is asked for again when that failed, in milliseconds. */
const againMs = 5_000

const nothing: Pick<TalkState, 'phase' | 'messages' | 'staffRead' | 'staffed' | 'isTyping' | 'older'> = {
  phase: 'loading',
  messages: [],
  staffRead: 0,
  staffed: null,
  isTyping: false,
  older: 'none',
}

/** The conversation behind the line: asked for when the player first looks, and kept whole from then on. */
export const createTalk = ({ line, after, changed, received }: TalkOptions) => {
  let state: TalkState = { ...nothing, isUp: line.isUp(), outbox: line.outbox() }
  let lastRead = 0
  let lastHeard = 0
  let isWanted = false
  /** Of the newest question for the whole; null while none is open. An answer to an older one is nothing. */
  let asking: symbol | null = null
  /** What was shown while the whole was asked for. */
  let early: ChatMessage[] = []
  let isTypingSent = false
  let endTyping = () => {}
  let endWait = () => {}

  const become = (next: Partial<TalkState>) => {
    state = { ...state, ...next }
    changed()
  }
  const withMessages = (told: readonly ChatMessage[]) => {
    const messages = merged(state.messages, told)
    return { messages, older: hasOlder(messages) ? ('there' as const) : ('none' as const) }
  }

  const load = async () => {
    endWait()
    const mine = Symbol()
    asking = mine
    const { code, data } = await line.ask('chat.open', {})
    if (asking !== mine) return
    asking = null
    const told = early
    early = []
    if (code === 200 && data) {
      lastRead = Math.max(lastRead, data.lastRead)
      const { staffRead, staffed } = data
      become({ phase: 'ready', staffRead, staffed, ...withMessages(data.messages) })
      for (const message of told) take(message)
    } else if (!state.isUp) return
    else if (state.messages.length === 0) become({ phase: 'failed' })
    else endWait = after(againMs, load)
  }

  const take = (message: ChatMessage) => {
    if (asking) {
      early.push(message)
      return
    }
    if (state.phase !== 'ready' || message.seq <= lastSeq(state.messages)) return
    if (message.seq === lastSeq(state.messages) + 1) become(withMessages([message]))
    else void load()
  }

  const unread = (): readonly ChatMessage[] =>
    state.messages.filter(({ author, seq }) => author === 'staff' && seq > lastRead)
  /** The server counts more unread than is known where a message was lost on its way here. */
  const catchUp = () => {
    if (state.phase === 'ready' && !asking && line.unread() > unread().length) void load()
  }

  const stopTyping = () => {
    endTyping()
    if (state.isTyping) become({ isTyping: false })
  }

  const hears = [
    line.on('chat.message', (message) => {
      if (message.author !== 'player') stopTyping()
      take(message)
      if (message.author !== 'staff' || message.seq <= lastHeard) return
      lastHeard = message.seq
      received(message)
    }),
    line.on('chat.read', ({ seq }) => become({ staffRead: Math.max(state.staffRead, seq) })),
    line.on('chat.unread', catchUp),
    line.on('chat.staffed', ({ staffed }) => become({ staffed })),
    line.on('chat.typing', () => {
      endTyping()
      endTyping = after(typingFadeMs, stopTyping)
      if (!state.isTyping) become({ isTyping: true })
    }),
    line.on('outbox', (outbox) => become({ outbox })),
    line.on('up', () => {
      become({ isUp: true })
      if (isWanted) void load()
    }),
    line.on('down', () => {
      stopTyping()
      become({ isUp: false })
    }),
    line.on('player', () => {
      asking = null
      early = []
      lastRead = 0
      lastHeard = 0
      endWait()
      endTyping()
      become({ ...nothing, outbox: line.outbox() })
      // Anyone who speaks now may be known already.
      if (isWanted && line.isUp()) void load()
    }),
  ]

  return {
    state: (): TalkState => state,
    /** The player looks at the conversation. */
    want() {
      if (isWanted && state.phase !== 'failed') return catchUp()
      isWanted = true
      if (state.phase === 'failed') become({ phase: 'loading' })
      if (state.isUp) void load()
    },
    async older() {
      const [first] = state.messages
      if (!first || state.older === 'none' || state.older === 'asked') return
      become({ older: 'asked' })
      const { code, data } = await line.ask('chat.history', { before: first.seq })
      if (state.messages[0] !== first) return
      if (code === 200 && data) become(withMessages(data.messages))
      else become({ older: 'failed' })
    },
    /** The player sees the newest message. */
    async read() {
      const seq = unreadSeq(state.messages, lastRead)
      if (seq === null || !state.isUp) return
      const before = lastRead
      lastRead = seq
      const { code } = await line.ask('chat.read', { seq })
      if (code !== 200 && lastRead === seq) lastRead = before
    },
    /** What is known of what staff said and the player has not read. */
    unread,
    /** The player types. */
    typed() {
      if (isTypingSent || !state.isUp) return
      isTypingSent = true
      after(typingEveryMs, () => {
        isTypingSent = false
      })
      void line.ask('chat.typing', {})
    },
    end() {
      for (const stop of hears) stop()
      endTyping()
      endWait()
    },
  }
}

export type Talk = ReturnType<typeof createTalk>
