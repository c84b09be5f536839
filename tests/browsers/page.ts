import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Remote } from './remote.ts'

/** How a reference to an element is written in every command. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const elementSchema = z.object({ [elementKey]: z.string() })
const elementsSchema = z.array(elementSchema)
type Element = z.infer<typeof elementSchema>

/** Which elements may have a role. */
const candidates = {
  button: 'button, [role=button], summary',
  checkbox: 'input[type=checkbox]',
  combobox: 'select',
  dialog: '[role=dialog], [role=alertdialog]',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  radio: 'input[type=radio]',
  textbox: 'input:not([type=radio], [type=checkbox], [type=file]), textarea',
  pressable: 'a[href], button',
  tile: '[role=gridcell]:not([aria-disabled=true])',
} as const
type Role = keyof typeof candidates

/** Those that can be seen, in the order of the page; of a small control its label, which is what one presses. */
const seenOf = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => {
    const shown = element instanceof HTMLInputElement ? (element.labels?.[0] ?? element) : element
    return shown.checkVisibility({ visibilityProperty: true }) && shown.getBoundingClientRect().width > 0
  })

/** What one presses, in the middle of the page: at its edge a bar may be over it. */
const bringIntoReach = (element: HTMLElement) => {
  const isHidden = element instanceof HTMLInputElement && element.getBoundingClientRect().width < 10
  const pressed = isHidden ? (element.labels?.[0] ?? element) : element
  pressed.scrollIntoView({ block: 'center', behavior: 'instant' })
  return pressed
}

/** Longer than any page takes, on machines many times slower than ours. */
const patienceMs = 60_000

/** Tries until it succeeds. */
export const waitFor = async <T>(work: () => Promise<T>): Promise<T> => {
  const patience = AbortSignal.timeout(patienceMs)
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (patience.aborted) throw error
      await delay(50)
    }
  }
}

export const enter = '\uE007'

/** The page of a browser's present window, as someone uses it: what they press has a role and a name. */
export const pageOf = ({ ask }: Remote) => {
  /** Runs a function in the page and resolves with what it answers. */
  const run = async (work: (...args: never[]) => unknown, ...args: unknown[]): Promise<unknown> => {
    const script = `const given = [...arguments]
      const done = given.pop()
      Promise.resolve((${work})(...given)).then(done)`
    return ask('run', { script, args })
  }
  const idOf = (element: unknown) => elementSchema.parse(element)[elementKey]

  const find = async (role: Role, name: RegExp): Promise<Element | null> => {
    const all = elementsSchema.parse(await run(seenOf, candidates[role]))
    for (const element of all) {
      const label = z.string().parse(await ask('label', { id: idOf(element) }))
      if (name.test(label.trim())) return element
    }
    return null
  }
  const must = async (role: Role, name: RegExp): Promise<Element> => {
    const found = await find(role, name)
    if (!found) throw new Error(`there is no ${role} ${name}`)
    return found
  }
  /** Waits until it is there. */
  const get = (role: Role, name: RegExp) => waitFor(() => must(role, name))
  /** What is replaced between the look and the press is looked for again. */
  const press = (role: Role, name: RegExp) =>
    waitFor(async () => {
      const element = await must(role, name)
      await ask('click', { id: idOf(await run(bringIntoReach, element)) })
    })
  return {
    go: (url: string) => ask('go', { url }),
    reload: () => ask('reload'),
    address: async () => z.string().parse(await ask('address')),
    run,
    has: async (role: Role, name: RegExp) => (await find(role, name)) !== null,
    get,
    press,
    async fill(name: RegExp, text: string) {
      const id = idOf(await get('textbox', name))
      await ask('clear', { id })
      await ask('type', { id, text })
    },
    key: (value: string) =>
      ask('act', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
            ],
          },
        ],
      }),
    says: async () => z.string().parse(await run(() => document.body.innerText)),
    picture: async () => Buffer.from(z.string().parse(await ask('picture', { full: false })), 'base64'),
  }
}
export type BrowserPage = ReturnType<typeof pageOf>
