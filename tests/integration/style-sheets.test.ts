import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const client = fileURLToPath(new URL('../../client', import.meta.url))

const filesIn = (folder: string, ending: string) =>
  readdirSync(join(client, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, path: join(client, folder, name) }))
    .map((file) => ({ ...file, text: readFileSync(file.path, 'utf8') }))

const sheets = ['src', 'widget'].flatMap((folder) =>
  filesIn(folder, '.css').map(({ name, text }) => ({ name, css: text })),
)

it('has every class that a component takes from its own sheet', () => {
  const missing = ['src', 'desk'].flatMap((folder) =>
    filesIn(folder, '.tsx').flatMap(({ name, path, text }) => {
      const sheet = /^import styles from '(.+)'$/m.exec(text)?.[1]
      if (sheet === undefined) return []
      const css = readFileSync(join(dirname(path), sheet), 'utf8')
      const taken = [...text.matchAll(/(?<![\w.'/])styles\.(\w+)/g)].map(([, taken = '']) => taken)
      return taken.filter((one) => !new RegExp(`\\.${one}\\b`).test(css)).map((one) => `${name} ${one}`)
    }),
  )
  expect(missing).toEqual([])
})

/** What makes a browser look through the whole page at each change, or style all of it again when a part is got in. */
const ofWholePage = /(?::root|\bhtml|\bbody|#root)(?:[.[:)][^\s,{]*)?:has\(|@property/

it('asks nothing of the whole page, nor registers what is of all its elements', () => {
  expect(sheets.length).toBeGreaterThan(100)
  expect(sheets.filter(({ css }) => ofWholePage.test(css)).map(({ name }) => name)).toEqual([])
})

it('finds such rules', () => {
  const rules = [
    ':global(:root):has(.layout) {',
    'html:has(#chat) {',
    ':global(body):has([data-sheet]) .region {',
    ':root:not([data-stale]) #root:has(+ .old) {',
    '@property --left {',
  ]
  expect(rules.filter((rule) => !ofWholePage.test(rule))).toEqual([])
  expect(ofWholePage.test('.tick:has(:focus-visible) {')).toBe(false)
})

/** What each child of an element has too unless it says otherwise, so that a change of it styles all below again. */
const inherited =
  /^\s*(--[\w-]+|color|font[\w-]*|fill|stroke|text-align|visibility|cursor|letter-spacing)\s*:/m

/** The rules of a sheet: selector and declarations. */
const rulesOf = (css: string): [string, string][] =>
  [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) => [selector.trim(), body],
  )

it('lets a turn change nothing of a seat that all in it takes over: each opening would style the seats whole', () => {
  const seats = sheets.find(({ name }) => name.endsWith('match/seats.module.css'))?.css ?? ''
  const ofTurns = rulesOf(seats).filter(([selector]) =>
    /^\.seat\S*data-doing\S*$/.test(selector.replaceAll(', ', ',')),
  )
  expect(ofTurns.length).toBeGreaterThan(1)
  expect(ofTurns.filter(([, body]) => inherited.test(body)).map(([selector]) => selector)).toEqual([])
})

/** What the system's colors take away or put their own in place of, and what is none of the eye's. */
const vanishes = /^(?:--[\w-]+|background(?:-\w+)?|box-shadow|color|cursor|outline:\s*0$)/

/** What a part of the page is chosen or highlighted by, and what frames it all the same. */
const frames: Readonly<Record<string, string>> = {
  ':has(:checked)': 'label:has(> input:checked)',
  ':checked': '[role="switch"]',
  '[data-highlighted]': '[role="option"][data-highlighted]',
  '[data-active]': '[role="tab"][aria-selected="true"]',
  '[aria-pressed="true"]': '[aria-pressed="true"]',
}

const chosen =
  /\S*?(:has\(:checked\)|:checked|\[data-highlighted\]|\[data-active\]|\[aria-pressed="true"\]|\[aria-current="page"\])/

/** What a sheet says something of where the system's colors replace the page's. */
const forcedIn = (sheet: string): string[] => {
  const css = sheets.find(({ name }) => name === sheet)?.css ?? ''
  const forced = /@media \(forced-colors: active\) \{((?:[^{}]*\{[^{}]*\})*)/.exec(css)?.[1] ?? ''
  return rulesOf(forced).flatMap(([selector]) => selector.split(/,\s*(?![^(]*\))/))
}

it('keeps in sight what is pressed, chosen and typed into where the system’s colors take shades and shadows away', () => {
  const framed = forcedIn('styles/index.css')
  const unseen = sheets.flatMap(({ name, css }) => {
    /** By what is chosen and how, whether anything of it lasts. */
    const seen = new Map<string, { by: string; lasts: boolean }>()
    for (const [selector, body] of rulesOf(css)) {
      const [head, by] = chosen.exec(selector) ?? []
      if (head === undefined || by === undefined) continue
      const lasts = body.split(';').some((one) => one.trim() !== '' && !vanishes.test(one.trim()))
      seen.set(head, { by, lasts: lasts || seen.get(head)?.lasts === true })
    }
    return [...seen]
      .filter(([, { by, lasts }]) => !lasts && !framed.includes(frames[by] ?? ''))
      .map(([head]) => `${name} ${head}`)
  })
  expect(unseen).toEqual([])
  // Their own outlines are off, as their boxes show the focus by a shadow.
  expect(framed).toContain(':is(input, textarea):read-write')
  expect(framed).toContain(':where(button):not([role="gridcell"], :focus-visible)')
  // Links that look like buttons.
  expect(forcedIn('ui/Button.module.css')).toContain('.button:not(:focus-visible)')
  // What stands here wins over the focus of all other sheets.
  expect(framed).toContain(':is([role="tab"], [aria-pressed="true"]):focus-visible')
})
