/**
 * Something of a page that does not fit. `where` names the element by its tag, role and class, so that one fault of many
 * views is one finding; `text` is what it says.
 */
type Finding = {
  what: 'scrolls sideways' | 'header in two rows' | 'cut off' | 'covered' | 'small to touch' | 'zoomed into'
  where: string
  text: string
  /** By how much, in CSS pixels. */
  px: number
}

type Asked = { isTouched: boolean; isLarge: boolean; isPressed: boolean; names: readonly string[] }

/**
 * What does not fit on a page as it stands, asked in the page. With a modal open, what is below it does not count.
 * @param isTouched fingers want 44 CSS pixels in both directions
 * @param isLarge with text of twice its size, names may be shortened, and a header may take two rows
 * @param isPressed each link and button is tried, too
 * @param names those as long as they may be, which may be shortened
 */
export const measure = ({ isTouched, isLarge, isPressed, names }: Asked): Finding[] => {
  const findings: Finding[] = []
  const target = 44
  const page = document.scrollingElement as HTMLElement
  const within = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  // Notices that lie over the page until they are put away, too.
  const modals = [document, ...within]
    .flatMap((each) => [
      ...each.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog], section[class*=panel]'),
    ])
    .filter(
      (each) =>
        each.getClientRects().length > 0 &&
        (each.localName !== 'section' || getComputedStyle(each).position === 'fixed'),
    )
  const top = modals.at(-1) ?? document.body
  /** Sees what is in a shadow, where the top is in one. */
  const root = top.getRootNode() as Document | ShadowRoot
  const nameOf = (element: Element) => {
    const named = [...element.classList].map((each) => each.slice(0, -3)).join('.')
    const parent = element.parentElement?.classList[0]?.slice(0, -3)
    const role = element.getAttribute('role')
    return `${parent ? `${parent} > ` : ''}${element.localName}${role ? `[${role}]` : ''}${named ? `.${named}` : ''}`
  }
  const find = (what: Finding['what'], element: Element, px: number, cause?: Element | null) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
    findings.push({
      what,
      where: nameOf(element),
      text: cause ? `${text} – ${nameOf(cause)}` : text,
      px: Math.round(px),
    })
  }
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })

  /** What reaches furthest out of a box. */
  const widest = (box: Element) => {
    const ends = [...box.querySelectorAll('*')].map(
      (one) => [one, one.getBoundingClientRect().right] as const,
    )
    return ends.reduce<(typeof ends)[number] | null>(
      (far, one) => (far && far[1] > one[1] ? far : one),
      null,
    )?.[0]
  }
  if (page.scrollWidth > page.clientWidth + 1)
    find('scrolls sideways', page, page.scrollWidth - page.clientWidth, widest(page))
  for (const element of top.querySelectorAll<HTMLElement>('*')) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth < 3) continue
    const { overflowX, overflowY } = getComputedStyle(element)
    if (!/auto|scroll/.test(overflowX) || !/auto|scroll/.test(overflowY)) continue
    // A row that is meant to be pushed sideways is no higher than what is in it.
    if (element.scrollHeight > element.clientHeight + 1)
      find('scrolls sideways', element, element.scrollWidth - element.clientWidth, widest(element))
  }

  // The page's, and a match's.
  for (const header of document.querySelectorAll('header:is([class*=header], [class*=bar])')) {
    if (!isSeen(header) || top !== document.body || isLarge) continue
    const middles = [...header.querySelectorAll('a, button, select')]
      .filter(isSeen)
      .map((each) => each.getBoundingClientRect())
      .filter(({ width }) => width > 2)
      .map(({ top: upper, bottom }) => (upper + bottom) / 2)
    const apart = Math.max(...middles) - Math.min(...middles)
    if (apart > 16) find('header in two rows', header, apart)
  }

  /** Whether something that stays in its place lies over a point of an element. What floats or sticks, one scrolls away from. */
  const isUnder = (element: Element, x: number, y: number) => {
    const over = root.elementFromPoint(x, y)
    if (!over || !top.contains(over) || over.contains(element) || element.contains(over)) return false
    // Letters beside a board, which a gathering covers, are decoration.
    if (element.closest('[aria-hidden=true]')) return false
    // For as long as it lasts, a banner may lie over what is only read.
    if (over.closest('[class*=banner]')) return false
    // A whole card that can be pressed has its link above its text.
    if (over.closest('a, label, button:not([role=gridcell])')) return false
    for (let box: Element | null = over; box && !box.contains(element); box = box.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(box).position)) return false
    return true
  }

  const range = document.createRange()
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || !isSeen(element)) continue
    range.selectNodeContents(node)
    const { left, right, top: upper, bottom, width } = range.getBoundingClientRect()
    if (width === 0) continue
    let box: HTMLElement | null = element
    for (; box; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, position, webkitLineClamp, flexWrap, clipPath } =
        getComputedStyle(box)
      const isPage = box === document.body || box === document.documentElement
      const edge = isPage ? new DOMRect(0, -1e6, innerWidth, 2e6) : box.getBoundingClientRect()
      // What only screen readers are to read, and what is pushed sideways.
      if (edge.width < 3 || edge.height < 3 || clipPath !== 'none') break
      if (/auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth + 1 && !isPage) break
      const beyond = Math.max(edge.left - left, right - edge.right)
      const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
      // What a row without room wraps out of sight on purpose: the name beside the logo's mark.
      if (flexWrap === 'wrap' && overflowY === 'clip' && upper > edge.bottom - 2.5) break
      const text = node.textContent
      if (isShortened && (isLarge || names.some((name) => text.includes(name)))) break
      if (beyond > 1.5 && (isPage || overflowX !== 'visible')) {
        find('cut off', element, beyond)
        break
      }
      const above = Math.max(edge.top - upper, bottom - edge.bottom)
      if (above > 2.5 && /hidden|clip/.test(overflowY) && !isPage) {
        find('cut off', element, above)
        break
      }
      if (/auto|scroll/.test(overflowY) || position === 'fixed') break
    }
    if (!box && element instanceof HTMLElement && isUnder(element, (left + right) / 2, (upper + bottom) / 2))
      find('covered', element, bottom - upper)
    const button = element.closest('button')?.getBoundingClientRect()
    if (!box && button) {
      const beyond = Math.max(button.left - left, right - button.right)
      if (beyond > 1.5) find('cut off', element, beyond)
    }
  }

  if (!isPressed) return findings
  // Tiles of a board may be smaller: zooming and the keyboard reach.
  const wanted =
    'a[href], button:not([role=gridcell]), input:not([type=hidden]), select, textarea, [role=tab], [role=option], summary'
  const isPart = (element: Element, hit: Element | null) =>
    hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true)
  for (const element of top.querySelectorAll<HTMLElement>(wanted)) {
    if (!isSeen(element) || element.matches(':disabled, [inert] *')) continue
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    // Of a link that goes on in the next line, the first.
    const [box] = element.getClientRects()
    // A file picker or a radio button within what stands for it.
    if (!box || box.width < 3 || box.height < 3) continue
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    const hit = root.elementFromPoint(x, y)
    if (!isPart(element, hit)) {
      // The middle of a name that is shortened may be out of sight; notes go away.
      const isPassing = hit?.closest('ul[aria-live]') || names.includes(element.textContent?.trim() ?? '')
      if (hit && !isPassing) find('covered', element, Math.min(box.width, box.height), hit)
      continue
    }
    const { fontSize } = getComputedStyle(element)
    // An iPhone enlarges the page around a field with smaller text.
    if (
      isTouched &&
      element.matches(
        'textarea, select, input:not([type=range], [type=checkbox], [type=radio], [type=color])',
      )
    )
      if (Number.parseFloat(fontSize) < 16) find('zoomed into', element, Number.parseFloat(fontSize))
    if (!isTouched || getComputedStyle(element).display === 'inline') continue
    /** Whether a finger that far from the middle hits it. */
    const reach = (dx: number, dy: number) => isPart(element, root.elementFromPoint(x + dx, y + dy))
    const half = target / 2 - 1
    const pressed = element.closest('label')?.getBoundingClientRect() ?? box
    const isWide = pressed.width >= target - 1 || (reach(-half, 0) && reach(half, 0))
    const isHigh = pressed.height >= target - 1 || (reach(0, -half) && reach(0, half))
    if (!isWide || !isHigh) find('small to touch', element, Math.min(box.width, box.height))
  }
  return findings
}

/** What was found, by fault: the views in which it was, each with what it says there. */
const faults = new Map<string, string[]>()
let views = 0
export const viewsMeasured = () => views

export const note = (picture: string, view: string, found: readonly Finding[]) => {
  views += 1
  for (const { what, where, text, px } of found) {
    const fault = `${what}: ${where}`
    if (!faults.has(fault)) console.log(`  ${fault}, ${view} by ${px} px “${text}”`)
    faults.set(fault, [...(faults.get(fault) ?? []), `${picture} ${view} by ${px} px “${text}”`])
  }
}

/** Tells every fault with the first of its views, the most frequent first; without any, the program succeeds. */
export const reportFaults = () => {
  const sorted = [...faults].sort(([, one], [, other]) => other.length - one.length)
  for (const [fault, seen] of sorted) {
    console.log(`${fault} (${seen.length} views)`)
    for (const each of seen.slice(0, 4)) console.log(`  ${each}`)
  }
  console.log(`${sorted.length} faults in ${views} views`)
  if (sorted.length > 0) process.exitCode = 1
}
