import {
  type ConnectionRow,
  type DeskServerMessage,
  type DeskToServer,
  deskLivePath,
  type ServerToDesk,
} from '@minefall/shared/contracts/desk'
import { io, type Socket } from 'socket.io-client'

/** A desk that watches the connections, as the desk's page does. */
export type Desk = {
  /** What it heard, by the row's id. */
  rows: ReadonlyMap<string, ConnectionRow>
  /** The BFFs that it heard of. */
  nodes(): DeskServerMessage<'connections.nodes'>['nodes']
  totals(): DeskServerMessage<'connections.totals'> | null
  /** Rows it got so far, each as often as it came. */
  told(): number
  /** Resolves when it has been told the whole. */
  watch(): Promise<void>
  unwatch(): Promise<void>
  close(): void
}

/** Opens a desk with a token of staff; resolves when it is welcomed. */
export const openLiveDesk = async (url: string, token: string): Promise<Desk> => {
  const socket: Socket<ServerToDesk, DeskToServer> = io(url, {
    path: deskLivePath,
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  })
  const rows = new Map<string, ConnectionRow>()
  let [told, nodes] = [0, [] as { edge: string; reports: boolean }[]]
  let totals: ReturnType<Desk['totals']> = null
  let whole = () => {}
  socket.on('connections.rows', (news) => {
    if (news.reset) rows.clear()
    for (const row of news.rows) rows.set(row.id, row)
    for (const id of news.gone) rows.delete(id)
    told += news.rows.length
    if (!news.more && rows.size > 0) whole()
  })
  socket.on('connections.nodes', (news) => {
    nodes = news.nodes
  })
  socket.on('connections.totals', (news) => {
    totals = news
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('welcome', () => resolve())
    socket.once('close', ({ code, msg }) => reject(new Error(`the desk was closed: ${code}: ${msg}`)))
    socket.once('connect_error', reject)
  })
  return {
    rows,
    nodes: () => nodes,
    totals: () => totals,
    told: () => told,
    async watch() {
      const all = new Promise<void>((resolve) => {
        whole = resolve
      })
      await socket.emitWithAck('connections.watch', {})
      await all
    },
    async unwatch() {
      await socket.emitWithAck('connections.unwatch', {})
    },
    close: () => void socket.disconnect(),
  }
}
