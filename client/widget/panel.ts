import { isOfComposition } from '../src/lib/composing.ts'
import { createComposer } from './composer.ts'
import { element, iconButton, say } from './element.ts'
import type { SupportLine } from './line.ts'
import { createLog } from './log.ts'
import { createPictures } from './pictures.ts'
import type { Talk, TalkState } from './talk.ts'

/** Shows pictures as large as there is room, over everything else, until they are pressed or Escape is. */
const createViewer = (closeLabel: string) => {
  const dialog = element('dialog', { class: 'viewer' })
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.replaceChildren())
  // What ends the picture ends nothing behind it.
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') event.stopPropagation()
  })
  return {
    dialog,
    show(url: string, label: string) {
      dialog.setAttribute('aria-label', label)
      dialog.replaceChildren(
        element('img', { src: url, alt: label }),
        iconButton('close', closeLabel, () => dialog.close()),
      )
      dialog.showModal()
    },
  }
}

export type PanelOptions = {
  line: SupportLine
  talk: Talk
  close(): void
  /** The player has sent something. */
  sent(text: string): void
  /** The newest message came into sight, or went out of it. */
  looked(): void
}

/** Where the panel fills the window: there is nothing beside it to go to. */
const fills = window.matchMedia('(max-width: 479.98px)')

/** The chat's window, in the language of the moment. */
export const createPanel = ({ line, talk, close, sent, looked }: PanelOptions) => {
  const texts = line.texts()
  const viewer = createViewer(texts.closePicture)
  const pictures = createPictures(line, viewer.show)
  const log = createLog({ line, pictures, older: () => void talk.older(), retry: talk.want, looked })
  const composer = createComposer({
    line,
    typed: talk.typed,
    sent: (text) => {
      log.toEnd()
      sent(text)
    },
  })
  const here = element('p', { class: 'here' })
  const notice = element('p', { class: 'notice', role: 'status' })
  const typing = element('div', { class: 'typing', role: 'status' })
  const leave = iconButton('close', texts.close, close)
  const title = element('h2', { id: 'title' }, texts.title)
  const panel = element(
    'section',
    { class: 'panel', role: 'dialog', tabindex: -1, 'aria-labelledby': 'title', lang: line.language() },
    element('div', { class: 'head' }, element('div', {}, title, here), leave),
    notice,
    log.place,
    typing,
    composer.place,
    viewer.dialog,
  )

  const show = (state: TalkState) => {
    log.show(state)
    say(here, state.isUp && state.staffed ? texts.here : '')
    panel.classList.toggle('down', !state.isUp)
    say(notice, state.isUp ? (state.staffed === false ? texts.away : '') : texts.connecting)
    const dots = [0, 1, 2].map(() => element('i', { 'aria-hidden': 'true' }))
    if (!state.isTyping) typing.replaceChildren()
    else if (!typing.firstChild) typing.append(element('span', { class: 'aside' }, texts.typing), ...dots)
  }

  /** The first and the last that the Tab key comes to. */
  const ends = () => {
    const all = [...panel.querySelectorAll<HTMLElement>('button, textarea, [tabindex="0"]')]
    const seen = all.filter((one) => one.getClientRects().length > 0 && !viewer.dialog.contains(one))
    return { first: seen[0], last: seen.at(-1) }
  }
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !isOfComposition(event)) {
      // What is behind the chat stays open.
      event.stopPropagation()
      close()
      return
    }
    if (event.key !== 'Tab' || !fills.matches || viewer.dialog.open) return
    const { first, last } = ends()
    const [from, to] = event.shiftKey ? [first, last] : [last, first]
    const root = panel.getRootNode()
    if (!(root instanceof ShadowRoot) || root.activeElement !== from) return
    event.preventDefault()
    to?.focus()
  })
  const isFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
  panel.addEventListener('dragover', (event) => {
    if (!isFile(event)) return
    event.preventDefault()
    panel.classList.add('drop')
  })
  panel.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && panel.contains(relatedTarget))) panel.classList.remove('drop')
  })
  panel.addEventListener('drop', (event) => {
    panel.classList.remove('drop')
    if (isFile(event) && composer.takeFrom(event.dataTransfer)) event.preventDefault()
  })

  const name = () => panel.setAttribute('aria-modal', String(fills.matches))
  name()
  fills.addEventListener('change', name)
  composer.restore()
  show(talk.state())

  return {
    place: panel,
    show,
    isAtEnd: log.isAtEnd,
    /** Someone else writes from now on. */
    restart() {
      viewer.dialog.close()
      pictures.forget()
      composer.restore()
    },
    /** Once it is seen: the newest is in sight, and the cursor where one writes, unless that brings up a keyboard. */
    enter() {
      composer.refresh()
      log.show(talk.state())
      log.toEnd()
      const brings = window.matchMedia('(pointer: coarse)').matches
      const first = brings ? panel : composer.field
      first.focus({ preventScroll: true })
    },
    end() {
      fills.removeEventListener('change', name)
      log.end()
      pictures.forget()
      panel.remove()
    },
  }
}

export type Panel = ReturnType<typeof createPanel>
