import { element, iconButton } from './element.ts'

/** Shows pictures as large as there is room, over everything else, until they are pressed or Escape is. */
export const createViewer = (closeLabel: string) => {
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
