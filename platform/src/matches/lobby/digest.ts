import { isDeepStrictEqual } from 'node:util'
import type { LobbyPart } from '@minefall/shared/contracts/bus'
import type { Digest as DigestView } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { shardCount } from '@minefall/shared/shards'
import type { Sql } from '../../db/index.ts'
import type { World } from '../world.ts'
import { lastWins, mergeParts, type Shown } from './merge-parts.ts'
import { keepPart, type OwnPart } from './part.ts'
import { keepTv, offerForTv } from './tv.ts'
import { readShown } from './wins.ts'

/** The lobby's figures: this node's part of them, and the whole as far as the other nodes have told. */
export type Digest = Pick<OwnPart, 'note' | 'remember'> & {
  /** The figures of the whole lobby. Who has only just come hears the others first. */
  now(): Promise<DigestView>
  /** Each second: tells this node's part; and where that is this node's to tell, what is on TV, and the whole if it has changed. */
  tell(): void
  close(): void
}

/** Parts of nodes that say nothing for this long are left out, in milliseconds. */
const silentMs = 3_000
/** Beyond a second each node has told its part, unless it was slow by so much, in milliseconds. */
const slackMs = 250
/** The owner of this shard tells everyone of the lobby. */
const tellingShard = 0

const whole = ({ at: _at, ...shown }: DigestView) => shown

type Lobbying = Pick<
  World,
  'background' | 'bus' | 'clock' | 'log' | 'node' | 'settings' | 'shards' | 'tables' | 'matches'
> & { db: Sql }

export const keepDigest = (world: Lobbying): Digest => {
  const { background, bus, clock, db, log, node, settings, shards } = world
  const own = keepPart()
  const heard = new Map<string, { part: LobbyPart; receivedAt: number }>()
  const tv = keepTv()
  let offered: ReadonlySet<MatchId> = new Set()
  let last: Omit<DigestView, 'at'> | null = null
  let heardAllAt = 0
  let winners: Shown = new Map()
  let looking = false

  const hearMs = settings.digestMs + slackMs

  /** Others tell their parts each second; until then this node knows its own alone, which may be all there is. */
  const waitMs = () => {
    const leftMs = heardAllAt - clock.now()
    // More than all of it is left where the clock was set back.
    return shards.all().length === shardCount || leftMs > hearMs ? 0 : Math.max(0, leftMs)
  }
  const hearAll = () => {
    heardAllAt = clock.now() + hearMs
  }
  hearAll()

  const others = (): LobbyPart[] => {
    const now = clock.now()
    for (const [name, { receivedAt }] of heard) if (now - receivedAt >= silentMs) heard.delete(name)
    return [...heard.values()].map(({ part }) => part)
  }
  const merge = (part: LobbyPart): DigestView => {
    const digest = mergeParts([part, ...others()], {
      at: part.at,
      gameIds: world.tables.keys(),
      offered,
      winners,
    })
    offered = new Set(digest.live.map(({ matchId }) => matchId))
    return digest
  }
  const partNow = (): LobbyPart => {
    const forTv = offerForTv(world.matches.values(), tv.on())
    return { node, ...own.now(world, offered), ...(forTv ? { tv: forTv } : {}) }
  }

  /** Reads how those are shown now who won last; a win is listed from then on. One at a time, as the database may be away. */
  const look = async (part: LobbyPart) => {
    if (looking) return
    looking = true
    const wins = lastWins(part.wins, ...others().map((other) => other.wins))
    const playerIds = new Set(wins.flatMap(({ playerId }) => (playerId === undefined ? [] : [playerId])))
    try {
      winners = await readShown(db, [...playerIds])
    } catch (error) {
      log.warn({ err: error }, 'how the last winners are shown could not be read')
    } finally {
      looking = false
    }
  }

  const subscriptions = [
    bus.subscribe('lobby.part', null, (part) => {
      if (part.node === node) return
      heard.set(part.node, { part, receivedAt: clock.now() })
      own.remember(part.wins)
    }),
    bus.subscribe('lobby.digest', null, (told) => {
      last = whole(told)
      offered = new Set(told.live.map(({ matchId }) => matchId))
    }),
    bus.subscribe('lobby.tv', null, ({ matchId }) => tv.hear(matchId, clock.now())),
    bus.onConnection((connected) => {
      if (connected) hearAll()
    }),
  ]

  return {
    note: own.note,
    remember: own.remember,
    async now() {
      const ms = waitMs()
      if (ms > 0) await new Promise<void>((resolve) => clock.after(ms, resolve))
      const part = partNow()
      await look(part)
      return merge(part)
    },
    tell() {
      const part = partNow()
      bus.publish('lobby.part', node, part)
      background(look(part))
      if (waitMs() > 0 || !shards.isHeld(tellingShard)) return
      const onTv = [part, ...others()].flatMap((told) => told.tv ?? [])
      bus.publish('lobby.tv', null, { matchId: tv.choose(onTv, clock.now()) })
      const digest = merge(part)
      if (last && isDeepStrictEqual(last, whole(digest))) return
      last = whole(digest)
      bus.publish('lobby.digest', null, digest)
    },
    close() {
      for (const unsubscribe of subscriptions) unsubscribe()
    },
  }
}
