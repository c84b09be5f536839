import type { LanguageId } from '@minefall/shared/languages'
import type { Page } from '@playwright/test'
import { untilFaded } from './faded.ts'
import { englishPatterns } from './texts.ts'

/**
 * What is wrong with the texts that the page shows: a document wider than the window, a heading that takes the margin, text that has
 * no room, a key instead of a text, English in another language. Labels that are only read out are looked at too.
 */
export const textFaults = (page: Page, language: LanguageId): Promise<string[]> =>
  page.evaluate((english) => {
    const faults: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) faults.push(`wide: ${root.scrollWidth} px`)
    for (const heading of document.querySelectorAll('main h1')) {
      const { left, right } = heading.getBoundingClientRect()
      if (root.clientWidth - right < Math.min(left, 16) - 1) faults.push(`margin: ${heading.textContent}`)
    }

    const range = document.createRange()
    const isShown = (element: Element) =>
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    /** Whether it is in a row to be moved sideways; what moves up and down has no business beyond its sides. */
    const isInRow = (element: Element | null): boolean =>
      element !== null &&
      ((/auto|scroll/.test(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth &&
        element.scrollHeight <= element.clientHeight) ||
        isInRow(element.parentElement))
    const told = (text: string) => {
      if (/^(?:[a-z]\w*:)?[a-z]\w*(?:\.[a-z]\w*)+$/i.test(text) || /^[a-z]+:[a-z]\w*$/i.test(text))
        faults.push(`key: ${text}`)
      if (patterns.some((pattern) => pattern.test(text))) faults.push(`English: ${text}`)
    }
    const patterns = english.map((pattern) => new RegExp(pattern, 's'))

    for (const element of document.body.querySelectorAll('*')) {
      // A language is named in itself, and the demo names parts as the program does.
      if (!isShown(element) || element.closest('[lang], [translate=no]') !== root) continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-roledescription']) {
        const label = element.getAttribute(name)?.trim()
        if (label) told(label)
      }
      const nodes = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
      )
      const texts = nodes.map((node) => node.nodeValue?.trim() ?? '')
      for (const text of texts) told(text)
      if (texts.length === 0) continue
      const { clipPath, overflowX, textOverflow } = getComputedStyle(element)
      // What is clipped away is only read out.
      if (clipPath !== 'none') continue
      const said = texts.join(' ')
      // Its own words alone: among them may stand what is only read out.
      const places = nodes.map((node) => {
        range.selectNodeContents(node)
        return range.getBoundingClientRect()
      })
      const left = Math.min(...places.map((place) => place.left))
      const right = Math.max(...places.map((place) => place.right))
      // What the page cuts off at its own edge makes no document wider.
      if ((left < -1 || right > root.clientWidth + 1) && !isInRow(element))
        faults.push(`outside: ${said} (${left} to ${right} px)`)
      const { clientWidth, scrollWidth } = element
      if (clientWidth === 0 || scrollWidth <= clientWidth + 1) continue
      // Names and addresses may end in an ellipsis, the navigation may not.
      const mayBeCut = textOverflow === 'ellipsis' && !element.closest('nav')
      if (mayBeCut || overflowX === 'auto' || overflowX === 'scroll') continue
      // What a pseudo-element draws around a text is no text.
      if (right <= element.getBoundingClientRect().right + 1) continue
      faults.push(`cut: ${said} (${scrollWidth} px in ${clientWidth}, .${element.className})`)
    }
    return [...new Set(faults)]
  }, englishPatterns(language))

/**
 * The texts of the page that are hard to read: less than 4.5 to 1 against what is behind them, 3 to 1 for large ones.
 * On a gradient its worst color counts. What is switched off may be faint. Waits until colors have changed.
 */
export const contrastFaults = async (page: Page): Promise<string[]> => {
  await untilFaded(page)
  return page.evaluate(() => {
    type Color = [red: number, green: number, blue: number, alpha: number]
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no canvas to read colors with')
    const known = new Map<string, Color>()
    const read = (css: string): Color => {
      const found = known.get(css)
      if (found) return found
      context.clearRect(0, 0, 1, 1)
      context.fillStyle = css
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
      const color: Color = [red, green, blue, alpha / 255]
      known.set(css, color)
      return color
    }
    const over = ([r, g, b, a]: Color, below: Color): Color => [
      r * a + below[0] * (1 - a),
      g * a + below[1] * (1 - a),
      b * a + below[2] * (1 - a),
      1,
    ]
    const light = ([red, green, blue]: Color): number => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
        const part = channel / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const ratio = (one: Color, other: Color): number => {
      const [dark = 0, bright = 0] = [light(one), light(other)].sort((a, b) => a - b)
      return (bright + 0.05) / (dark + 0.05)
    }
    const colorIn = /(?:rgba?|hsla?|color|oklab|oklch|lab|lch)\([^()]*\)/g

    const behind = new Map<Element, Color[]>()
    /** The colors that may be behind an element's text. */
    const grounds = (element: Element | null): Color[] => {
      if (!element) return [read('white')]
      const found = behind.get(element)
      if (found) return found
      const style = getComputedStyle(element)
      const color = read(style.backgroundColor)
      const under =
        color[3] === 1 ? [color] : grounds(element.parentElement).map((below) => over(color, below))
      const stops = [...style.backgroundImage.matchAll(colorIn)].map(([css]) => read(css))
      const all =
        stops.length === 0 ? under : stops.flatMap((stop) => under.map((below) => over(stop, below)))
      behind.set(element, all)
      return all
    }
    const opacity = (element: Element | null): number =>
      element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1

    const faults = new Set<string>()
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const text = node.nodeValue?.trim()
      const element = node.parentElement
      if (!text || !element?.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
      const style = getComputedStyle(element)
      // Letters of a drawing stand on its shapes, not on the boxes around it.
      if (element.closest('svg, :disabled, [aria-disabled=true]') || element.clientWidth === 1) continue
      // What is behind a dialog can't be read anyway; nor can a text that is moved out of sight.
      if (element.closest('[data-base-ui-inert]') || Number.parseFloat(style.textIndent) > 0) continue
      const size = Number.parseFloat(style.fontSize)
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
      const [r, g, b, a] = read(style.color)
      const alpha = a * opacity(element)
      const worst = Math.min(...grounds(element).map((below) => ratio(over([r, g, b, alpha], below), below)))
      if (worst < (isLarge ? 3 : 4.5)) faults.add(`${worst.toFixed(2)}: ${text} (.${element.className})`)
    }
    return [...faults]
  })
}
