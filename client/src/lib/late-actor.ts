type Subscription = { unsubscribe(): void }

/** What the page does with an actor: `send` it events, read its snapshot, listen with `subscribe` and `on`. */
export type ActorRef<S, E, M extends { type: string }> = {
  send(event: E): void
  getSnapshot(): S
  subscribe(listener: (snapshot: S) => void): Subscription
  on<T extends M['type'] | '*'>(type: T, hear: (emitted: OfType<M, T>) => void): Subscription
}

type OfType<M, T> = M & (T extends '*' ? unknown : { type: T })

const isOf = <M extends { type: string }, T extends string>(type: T, emitted: M): emitted is OfType<M, T> =>
  type === '*' || emitted.type === type

/** An actor of XState, started or not. */
type Loaded<S, E, M extends { type: string }> = {
  send(event: E): void
  getSnapshot(): S
  subscribe(listener: (snapshot: S) => void): Subscription
  on(type: '*', hear: (emitted: M) => void): Subscription
  start(): unknown
}

export type LateActorOptions<S, E, M extends { type: string }> = {
  /** What is read of it until its code is here. */
  first(): S
  /** What it is in the HTML of a page that was built, where that is another. */
  inHtml?(): S
  /** Gets its code in and makes it; `shown` is what was read of it until now. */
  load(shown: S): Promise<Loaded<S, E, M>>
  /** What it is by the last that it was sent, once its code can't be had; without this, what it was before. */
  without?(event: E): S
  /** What it is sent before anything else. */
  begin?: E
}

/**
 * An actor whose code no first view waits for. It is there from the start: what it is sent waits, in order, until
 * `load` has brought it, and listeners hear of it from then on. The first thing that it is sent has it loaded.
 */
export const lateActor = <S, E, M extends { type: string }>({
  first,
  inHtml,
  load,
  without,
  begin,
}: LateActorOptions<S, E, M>): ActorRef<S, E, M> & {
  /** What it is in the HTML of a page that was built. */
  inHtml(): S
  /** Has it loaded, once. Rejects where its code can't be had; asking again is no use on the same page. */
  load(): Promise<void>
} => {
  let actor: Loaded<S, E, M> | null = null
  let before: { shown: S } | null = null
  let coming: Promise<void> | null = null
  const waiting: E[] = begin === undefined ? [] : [begin]
  const listeners = new Set<(snapshot: S) => void>()
  const hearers = new Set<(emitted: M) => void>()

  const atFirst = () => {
    before ??= { shown: first() }
    return before.shown
  }
  const bring = async () => {
    const loaded = await load(atFirst())
    actor = loaded
    loaded.on('*', (emitted) => {
      for (const hear of [...hearers]) hear(emitted)
    })
    loaded.start()
    for (const event of waiting) loaded.send(event)
    const tell = (snapshot: S) => {
      for (const listener of [...listeners]) listener(snapshot)
    }
    loaded.subscribe(tell)
    tell(loaded.getSnapshot())
  }
  const show = (shown: S) => {
    before = { shown }
    for (const listener of [...listeners]) listener(shown)
  }
  const ready = () => {
    coming ??= bring()
    return coming
  }
  const until = <T>(kept: Set<T>, one: T): Subscription => {
    kept.add(one)
    return { unsubscribe: () => void kept.delete(one) }
  }

  return {
    load: ready,
    send(event) {
      if (actor) return actor.send(event)
      waiting.push(event)
      // Where it can't be had, `load` says so as well.
      ready().catch(() => {
        if (without) show(without(event))
      })
    },
    getSnapshot: () => (actor ? actor.getSnapshot() : atFirst()),
    // The same each time, as React wants it.
    inHtml: inHtml ?? (() => atFirst()),
    // Each call adds a listener, also of the same function.
    subscribe: (listener) => until(listeners, (snapshot: S) => listener(snapshot)),
    on: (type, hear) =>
      until(hearers, (emitted: M) => {
        if (isOf(type, emitted)) hear(emitted)
      }),
  }
}
