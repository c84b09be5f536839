/*
 * Between the first paint and the page's answering links lead where they lead, and what else is pressed or chosen is
 * marked, to be done once the page answers: React, which may be there already, does not hear of it before, or it would
 * be done twice. The script that marks is another than the one that does it: what they share is in the document.
 */

const waits = 'waits'
const mark = 'data-pressed'

const hold = (event: Event) => {
  const { type, target } = event
  if (!(waits in document.documentElement.dataset) || !(target instanceof Element)) return
  const pressed = target.closest(type === 'change' ? 'select' : 'button')
  pressed?.setAttribute(mark, pressed instanceof HTMLSelectElement ? pressed.value : '')
  if (pressed) event.stopPropagation()
}

/** Marks what is pressed and chosen, until `releasePresses`. */
export const holdPresses = (): void => {
  document.documentElement.dataset[waits] = ''
  for (const type of ['click', 'change']) document.addEventListener(type, hold, true)
}

/** Does what was marked. */
export const releasePresses = (): void => {
  delete document.documentElement.dataset[waits]
  for (const element of document.querySelectorAll<HTMLElement>(`[${mark}]`)) {
    const chosen = element.getAttribute(mark)
    element.removeAttribute(mark)
    if (element instanceof HTMLSelectElement) {
      element.value = chosen ?? ''
      element.dispatchEvent(new Event('change', { bubbles: true }))
    } else element.click()
  }
}
