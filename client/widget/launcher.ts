import { element, icon } from './element.ts'
import type { SupportLine } from './line.ts'

/** The way to the chat of pages that have none of their own: hidden until it is asked for. */
export const createLauncher = (line: SupportLine, open: () => void) => {
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
