type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

const give = (element: Element, attributes: Attributes) => {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value))
}

/** A new element with its attributes and what is in it; strings are text, whatever they hold. */
export const element = <T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[T] => {
  const made = document.createElement(tag)
  give(made, attributes)
  made.append(...children)
  return made
}

/** Paths on a grid of 24 with a line of 2 and round joins, as the page's own. */
const paths = {
  chat: 'M7 4.5h10A3.5 3.5 0 0 1 20.5 8v6a3.5 3.5 0 0 1-3.5 3.5h-5L7.5 21v-3.5H7A3.5 3.5 0 0 1 3.5 14V8A3.5 3.5 0 0 1 7 4.5zM8.5 11v.01M12 11v.01M15.5 11v.01',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9.5l6 6 6-6',
  picture:
    'M6 4.5h12A1.5 1.5 0 0 1 19.5 6v12a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V6A1.5 1.5 0 0 1 6 4.5zM5 16.5l4.5-4.5 3.5 3.5 2-2 4 4M15 8.8v.01',
  send: 'M4.5 4.5L20.5 12l-16 7.5L7 12zM7 12h6',
} as const

/** A drawing beside words, silent to screen readers. */
export const icon = (name: keyof typeof paths, size = 20): SVGSVGElement => {
  const space = 'http://www.w3.org/2000/svg'
  const drawing = document.createElementNS(space, 'svg')
  give(drawing, { class: 'icon', width: size, height: size, viewBox: '0 0 24 24', 'aria-hidden': 'true' })
  const path = document.createElementNS(space, 'path')
  give(path, { d: paths[name] })
  drawing.append(path)
  return drawing
}

/** A button with a drawing alone: `label` is read out, and shown by the pointer. */
export const iconButton = (name: keyof typeof paths, label: string, press: () => void): HTMLButtonElement => {
  const button = element(
    'button',
    { type: 'button', class: 'tool', title: label, 'aria-label': label },
    icon(name),
  )
  button.addEventListener('click', press)
  return button
}

/** A button with words. */
export const textButton = (text: string, press: () => void): HTMLButtonElement => {
  const button = element('button', { type: 'button', class: 'words' }, text)
  button.addEventListener('click', press)
  return button
}

/** Says something else in a place; what is said already is not said again. */
export const say = (place: HTMLElement, text: string): void => {
  if (place.textContent !== text) place.textContent = text
}
