import type { CommandName, CommandQueue } from './commands.ts'

/** What each command does. Arguments come from outside: anyone who uses one looks at it first. */
export type CommandHandlers = Record<CommandName, (argument: unknown) => void>

/** Those that come alone. What follows another one in the array is its argument. */
const alone: ReadonlySet<string> = new Set<CommandName>([
  'clearUser',
  'chatOpen',
  'chatClose',
  'showIcon',
  'hideIcon',
])

/**
 * Puts the widget in place of the array that was before it, and does what was asked of that, in the same order. A
 * command that no one knows is nothing, and one that fails keeps none from being done.
 */
export const takeOver = (page: { ssq?: unknown }, handlers: CommandHandlers): void => {
  const known = new Map<unknown, (argument: unknown) => void>(Object.entries(handlers))
  const run = (name: unknown, argument: unknown) => {
    try {
      known.get(name)?.(argument)
    } catch (error) {
      console.error(`the support widget could not do ${String(name)}`, error)
    }
  }
  const before: unknown[] = Array.isArray(page.ssq) ? [...page.ssq] : []
  const queue: CommandQueue = { push: (name, ...[argument]) => run(name, argument) }
  page.ssq = queue
  while (before.length > 0) {
    const name = before.shift()
    run(name, known.has(name) && !alone.has(String(name)) ? before.shift() : undefined)
  }
}

/** Those who asked to hear of one thing. One that fails keeps no other from hearing. */
export const listeners = <T>() => {
  const all: ((told: T) => void)[] = []
  return {
    /** Anything but a function hears nothing. */
    add(listener: unknown) {
      if (typeof listener === 'function') all.push((told) => listener(told))
    },
    tell(told: T) {
      for (const listener of all)
        try {
          listener(told)
        } catch (error) {
          console.error('a listener of the support widget failed', error)
        }
    },
  }
}
