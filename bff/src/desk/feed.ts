import { type ConnectionNode, connectionsView } from '@minefall/shared/connections'
import type { ConnectionRow, DeskServerMessage } from '@minefall/shared/contracts/desk'
import { type Bus, type Clock, every } from '@minefall/shared/node'

/** How often `edge.watch` is published, and how often changes are collected, in milliseconds. */
const [watchEveryMs, lookEveryMs] = [2_000, 1_000]

export type Feed = {
  /** A row as it is now; undefined once it is gone. */
  row(id: string): ConnectionRow | undefined
  ids(): IterableIterator<string>
  nodes(): ConnectionNode[]
  totals(): DeskServerMessage<'connections.totals'>
  close(): void
}

type FeedOptions = {
  bus: Bus
  clock: Clock
  edge: string
  /** Called each second with the ids of what is new, changed or gone. */
  changed: (ids: readonly string[]) => void
}

/** The connections of all BFFs, assembled here; BFFs publish theirs while this is open. */
export const connectionFeed = ({ bus, clock, edge, changed }: FeedOptions): Feed => {
  const view = connectionsView()
  const rows = new Map<string, ConnectionRow>()
  const ask = () => bus.publish('edge.watch', null, { by: edge })
  const look = () => {
    view.tick(clock.now())
    const { rows: newer, gone } = view.changes()
    for (const row of newer) rows.set(row.id, row)
    for (const id of gone) rows.delete(id)
    changed([...newer.map(({ id }) => id), ...gone])
  }
  const stops = [
    bus.subscribe('edge.rows', null, (told) => {
      if (view.take(told, clock.now())) bus.publish('edge.ask', told.edge, { by: edge })
      // A cut must show at once; waiting for the next look would add a second.
      else if (told.part === told.parts) look()
    }),
    bus.subscribe('edge.beat', null, ({ edge: other }) => view.beat(other, clock.now())),
    every(clock, watchEveryMs, ask),
    every(clock, lookEveryMs, look),
  ]
  ask()
  return {
    row: (id) => rows.get(id),
    ids: () => rows.keys(),
    nodes: () => view.nodes(),
    totals: () => view.totals(),
    close() {
      for (const stop of stops) stop()
    },
  }
}
