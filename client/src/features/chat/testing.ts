/** Time in the hands of a test, in milliseconds. */
export const testClock = () => {
  let now = 1_000_000
  let timers: { at: number; run: () => void }[] = []
  const after = (ms: number, run: () => void) => {
    const timer = { at: now + ms, run }
    timers.push(timer)
    return () => {
      timers = timers.filter((other) => other !== timer)
    }
  }
  return {
    now: () => now,
    after,
    waiting: () => timers.length,
    /** Lets so much time pass, and what falls due happen in order. */
    pass(ms: number) {
      const end = now + ms
      for (;;) {
        const due = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0]
        if (!due) break
        now = due.at
        timers = timers.filter((timer) => timer !== due)
        due.run()
      }
      now = end
    },
  }
}

/**
 * Someone else's widget: once `load` is called, it does what the queue holds and then what it is shown, and notes all of
 * it. `say` and `read` are what support does there.
 */
export const foreignWidget = (page: { ssq?: unknown }) => {
  const done: { name: string; argument?: unknown }[] = []
  const heard = (name: string) =>
    done
      .filter((command) => command.name === name)
      .map(({ argument }) => argument as (told?: unknown) => void)
  let isOpen = false
  let unread: unknown[] = []
  const tell = (name: string, told?: unknown) => {
    for (const listener of heard(name)) listener(told)
  }
  const run = (name: string, argument?: unknown) => {
    done.push(argument === undefined ? { name } : { name, argument })
    if (name === 'chatOpen' && !isOpen) {
      isOpen = true
      tell('onOpenChat')
    }
    if (name === 'chatClose' && isOpen) {
      isOpen = false
      tell('onCloseChat')
    }
  }
  return {
    done,
    names: () => done.map(({ name }) => name),
    load() {
      const waiting: unknown[] = Array.isArray(page.ssq) ? page.ssq : []
      page.ssq = { push: (name: string, argument?: unknown) => run(name, argument) }
      waiting.forEach((told, at) => {
        const next = waiting[at + 1]
        if (typeof told === 'string') run(told, typeof next === 'string' ? undefined : next)
      })
    },
    say(message: unknown) {
      unread = [...unread, message]
      tell('onReceiveMessage', message)
      tell('onUnRead', { num: unread.length, list: unread })
    },
    /** The visitor writes. */
    write: (message: unknown) => tell('onSendMessage', message),
    read() {
      unread = []
      tell('onUnRead', { num: 0, list: [] })
    },
    /** The visitor closes its window on their own. */
    dismiss() {
      isOpen = false
      tell('onCloseChat')
    },
  }
}
