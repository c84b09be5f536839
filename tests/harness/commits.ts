import type { Page } from '@playwright/test'

declare global {
  /** What each of React's commits on the page rendered, by the first element of every component. */
  var commits: string[][]
}

/** Runs before the page's own scripts: React tells each commit to the hook of its developer tools, in every build. */
const listen = () => {
  /** A node of React's own tree, as far as the tools read it too. */
  type Fiber = {
    tag: number
    flags: number
    alternate: Fiber | null
    child: Fiber | null
    sibling: Fiber | null
    stateNode: unknown
  }
  const [functionTag, hostTag, memoTag, simpleMemoTag, performedWork] = [0, 5, 14, 15, 1]
  const firstElement = (fiber: Fiber | null): Element | null => {
    for (let at = fiber?.child ?? null; at; at = at.child)
      if (at.tag === hostTag) return at.stateNode instanceof Element ? at.stateNode : null
    return null
  }
  const nameOf = (fiber: Fiber): string => {
    const element = firstElement(fiber)
    if (!element) return ''
    const name = element.getAttribute('aria-label') ?? element.getAttribute('role') ?? ''
    return element.hasAttribute('data-phase') ? 'screen' : `${element.tagName.toLowerCase()} ${name}`
  }
  const rendered = (fiber: Fiber, into: string[]) => {
    const was = fiber.alternate
    const isComponent = [functionTag, memoTag, simpleMemoTag].includes(fiber.tag)
    if (isComponent && (!was || (was !== fiber && (fiber.flags & performedWork) !== 0)))
      into.push(nameOf(fiber))
    // What React passed over still has the children it had.
    if (was && was.child === fiber.child) return
    for (let child = fiber.child; child; child = child.sibling) rendered(child, into)
  }
  globalThis.commits = []
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => {
        const names: string[] = []
        rendered(current, names)
        globalThis.commits.push(names)
      },
    },
  })
}

/** Counts React's commits on a page from its first script on. */
export const countCommits = (page: Page) => page.addInitScript(listen)
