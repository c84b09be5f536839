import { followDay } from '../src/lib/follow-day.ts'
import type { Unread } from './commands.ts'
import { element, icon } from './element.ts'
import type { SupportLine } from './line.ts'
import { createPanel } from './panel.ts'
import { listeners, takeOver } from './queue.ts'
import styles from './styles/index.css?inline'
import pageStyles from './styles/page.css?inline'
import { createTalk } from './talk.ts'

/** From this magnification on the player has zoomed in: what they see is a part of the page. */
const zoomed = 1.05

/**
 * Tells the style sheet what the on-screen keyboard leaves of the window: `--top`, `--room` and `--under`, in pixels, of
 * the part that is seen. The answer ends it.
 */
const followKeyboard = (host: HTMLElement): (() => void) => {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  const tell = () => {
    const { offsetTop, height, scale } = viewport
    const isZoomed = scale > zoomed
    const set = (name: string, pixels: number) => {
      if (isZoomed) host.style.removeProperty(name)
      else host.style.setProperty(name, `${pixels}px`)
    }
    set('--top', offsetTop)
    set('--room', height)
    set('--under', Math.max(0, window.innerHeight - offsetTop - height))
  }
  tell()
  viewport.addEventListener('resize', tell)
  viewport.addEventListener('scroll', tell)
  return () => {
    viewport.removeEventListener('resize', tell)
    viewport.removeEventListener('scroll', tell)
  }
}

/** The way to the chat for pages that have none: hidden until it is asked for. */
const createLauncher = (line: SupportLine, open: () => void) => {
  const count = element('span', { hidden: true })
  const button = element(
    'button',
    { type: 'button', class: 'launcher', hidden: true },
    icon('chat', 26),
    count,
  )
  button.addEventListener('click', open)
  return {
    button,
    /** Names it in the language of the moment, with how many messages wait. */
    tell(unread: number) {
      button.setAttribute('aria-label', line.texts().open)
      count.hidden = unread === 0
      count.textContent = new Intl.NumberFormat(line.language()).format(unread)
    },
  }
}

/** After what time, in milliseconds, a closed panel has slid away. */
const goneMs = 500

const after = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

const sheetOf = (css: string) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

/** The element that the chat is in, with nothing of the page's styles but its custom properties. */
const createHost = () => {
  const host = element('div', { id: 'support-widget' })
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheetOf(styles)]
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheetOf(pageStyles)]
  return { host, root }
}

const start = (line: SupportLine) => {
  const told = {
    unread: listeners<Unread>(),
    sent: listeners<unknown>(),
    received: listeners<unknown>(),
    opened: listeners<void>(),
    closed: listeners<void>(),
  }
  const { host, root } = createHost()
  let isOpen = false
  let cameFrom: Element | null = null
  /** It is closed, and slides away still. */
  let isLeaving = false
  let endLeaving = () => {}

  const talk = createTalk({
    line,
    after,
    changed: () => {
      panel.show(talk.state())
      look()
    },
    received: told.received.tell,
  })
  /** What the player sees they have read. */
  const look = () => {
    if (isOpen && document.visibilityState === 'visible' && panel.isAtEnd()) void talk.read()
  }
  const draw = () =>
    createPanel({ line, talk, close, sent: (text) => told.sent.tell({ text }), looked: look })

  /** The page stays where it is beneath an open chat, and tells in passing at its top. */
  const markPage = () => document.documentElement.classList.toggle('chat', isOpen)

  const open = () => {
    endLeaving()
    isLeaving = false
    if (!isOpen) {
      isOpen = true
      cameFrom = document.activeElement
      // Last in the page: a dialog keeps its keys and its screen reader from what was there before it opened.
      document.body.append(host)
      // Where it slides in from.
      panel.place.getBoundingClientRect()
      host.setAttribute('data-open', '')
      markPage()
      talk.want()
      told.opened.tell()
    }
    panel.enter()
    look()
  }
  /** What shows nothing is in no one's way. */
  const leave = () => {
    if (!isOpen && !isLeaving && launcher.button.hidden) host.remove()
  }
  const close = () => {
    if (!isOpen) return
    isOpen = false
    const hadFocus = document.activeElement === host
    host.removeAttribute('data-open')
    markPage()
    if (hadFocus && cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true })
    isLeaving = true
    endLeaving = after(goneMs, () => {
      isLeaving = false
      leave()
    })
    told.closed.tell()
  }

  const launcher = createLauncher(line, open)
  let panel = draw()
  root.append(launcher.button, panel.place)
  followKeyboard(host)
  document.addEventListener('visibilitychange', look)
  // What is named today is yesterday then.
  followDay(() => panel.show(talk.state()))

  const unread = (): Unread => ({ num: line.unread(), list: talk.unread() })
  launcher.tell(line.unread())
  line.on('chat.unread', ({ count }) => {
    launcher.tell(count)
    told.unread.tell({ num: count, list: talk.unread() })
  })
  line.on('player', () => panel.restart())
  line.on('language', () => {
    panel.end()
    panel = draw()
    root.append(panel.place)
    launcher.tell(line.unread())
    if (isOpen) panel.enter()
  })

  // A dialog that opens later closes off what is beside it; the chat stays what it is to ears, as it does to eyes.
  const closedOff = ['aria-hidden', 'inert']
  new MutationObserver(() => {
    for (const name of closedOff) host.removeAttribute(name)
  }).observe(host, { attributeFilter: closedOff })

  const showIcon = (isShown: boolean) => {
    launcher.button.hidden = !isShown
    if (!isShown) leave()
    else if (!host.isConnected) document.body.append(host)
  }
  takeOver(window, {
    // Who speaks is known by the line, and by nothing that a page says of it.
    setLoginInfo: () => {},
    clearUser: () => {},
    chatOpen: open,
    chatClose: close,
    showIcon: () => showIcon(true),
    hideIcon: () => showIcon(false),
    onUnRead: (listener) => {
      told.unread.add(listener)
      // It may have been told before anyone listened.
      if (typeof listener === 'function' && line.unread() > 0) listener(unread())
    },
    onSendMessage: told.sent.add,
    onReceiveMessage: told.received.add,
    onOpenChat: told.opened.add,
    onCloseChat: told.closed.add,
  })
}

if (window.supportLine) start(window.supportLine)
else console.error('the page has lent the support widget no line')
