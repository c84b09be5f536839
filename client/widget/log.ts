import { element, icon, say, textButton } from './element.ts'
import type { SupportLine } from './line.ts'
import { type MessageOptions, messageOf, timesIn } from './message.ts'
import type { Pictures } from './pictures.ts'
import { type Row, rowsOf } from './rows.ts'
import type { TalkState } from './talk.ts'

export type LogOptions = {
  line: SupportLine
  pictures: Pictures
  /** Asks for what was said before. */
  older(): void
  /** Asks for the conversation again. */
  retry(): void
  /** The newest message came into sight, or went out of it. */
  looked(): void
}

/** From how far above the end, in pixels, what is new is followed. */
const nearEnd = 48
/** From how far below the beginning, in pixels, what was before is asked for. */
const nearBeginning = 160

type Shown = { place: HTMLElement; update(row: Row): void }

/** The lines of the log: each keeps its element for as long as it is there. */
const createLines = (list: HTMLElement, options: MessageOptions) => {
  const shown = new Map<string, Shown>()
  const make = (row: Row): Shown => {
    switch (row.kind) {
      case 'day': {
        const name = element('span')
        // Today is another day tomorrow.
        const update = () => say(name, options.times.day(row.at, Date.now()))
        return { place: element('p', { class: 'day' }, name), update }
      }
      case 'told':
        return { place: element('p', { class: 'told', dir: 'auto' }, row.text), update: () => {} }
      case 'said': {
        const { place, update } = messageOf(row, options)
        return { place, update: (next) => next.kind === 'said' && update(next) }
      }
    }
  }
  return (rows: readonly Row[]) => {
    const keys = new Set(rows.map(({ key }) => key))
    for (const [key, { place }] of shown) {
      if (keys.has(key)) continue
      place.remove()
      shown.delete(key)
    }
    let next = list.firstElementChild
    for (const row of rows) {
      const line = shown.get(row.key) ?? make(row)
      line.update(row)
      shown.set(row.key, line)
      if (line.place === next) next = next.nextElementSibling
      else list.insertBefore(line.place, next)
    }
  }
}

/** The conversation so far. */
export const createLog = ({ line, pictures, older, retry, looked }: LogOptions) => {
  const texts = line.texts()
  const earlier = textButton(texts.older, older)
  earlier.classList.add('earlier')
  const list = element('div', { class: 'list' })
  const log = element(
    'div',
    { class: 'log', role: 'log', tabindex: 0, 'aria-label': texts.log },
    earlier,
    list,
  )
  const newest = textButton(texts.newest, () => toEnd())
  newest.className = 'newest'
  newest.hidden = true
  const place = element('div', { class: 'talk' }, log, newest)
  const draw = createLines(list, { line, pictures, times: timesIn(line.language()) })
  let isAtEnd = true
  let state: TalkState | null = null

  const toEnd = () => {
    log.scrollTop = log.scrollHeight
  }
  log.addEventListener('scroll', () => {
    isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight <= nearEnd
    newest.hidden = isAtEnd
    if (log.scrollTop < nearBeginning && state?.older === 'there') older()
    looked()
  })
  const resized = new ResizeObserver(() => isAtEnd && toEnd())
  resized.observe(log)
  resized.observe(list)

  const empty = element(
    'div',
    { class: 'empty' },
    icon('chat', 28),
    element('h3', {}, texts.hello),
    element('p', {}, texts.helloText),
  )
  const failed = element(
    'div',
    { class: 'empty', role: 'alert' },
    element('p', {}, texts.failed),
    textButton(texts.retry, retry),
  )
  const waiting = element(
    'div',
    { class: 'skeleton', 'aria-hidden': 'true' },
    ...[0, 1, 2].map(() => element('div')),
  )
  const instead = ({ phase, messages, outbox, isUp }: TalkState): HTMLElement | null => {
    if (messages.length + outbox.length > 0) return null
    if (phase === 'failed') return failed
    return phase === 'ready' || !isUp ? empty : waiting
  }

  return {
    place,
    isAtEnd: () => isAtEnd,
    toEnd,
    show(next: TalkState) {
      const before = state
      state = next
      const isSame = before?.messages[0] === next.messages[0] && before !== null
      // Only what is new is read out, not what was said before.
      log.setAttribute('aria-live', isSame ? 'polite' : 'off')
      const anchor = list.querySelector<HTMLElement>('.said, .told')
      const from = anchor?.offsetTop ?? 0
      draw(rowsOf(next.messages, next.outbox, next.staffRead))
      earlier.hidden = next.older === 'none'
      earlier.setAttribute('aria-busy', String(next.older === 'asked'))
      say(earlier, next.older === 'failed' ? texts.retry : texts.older)
      for (const one of [empty, failed, waiting]) if (one !== instead(next)) one.remove()
      const shown = instead(next)
      if (shown && shown.parentElement !== log) log.append(shown)
      if (isAtEnd || (before && next.outbox.length > before.outbox.length)) toEnd()
      else if (anchor?.isConnected) log.scrollTop += anchor.offsetTop - from
    },
    end: () => resized.disconnect(),
  }
}
