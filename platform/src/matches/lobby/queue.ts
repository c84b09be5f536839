import { bodyCode, type Envelope, ok } from '@minefall/shared/contracts'
import type { BusRequest, Gathering } from '@minefall/shared/contracts/bus'
import type { Answer } from '@minefall/shared/contracts/live'
import { shardCount } from '@minefall/shared/shards'
import { refused } from '../refusals.ts'
import type { Shard } from '../shards/shards.ts'
import { offers } from '../tables.ts'
import type { World } from '../world.ts'
import type { Seeker } from './apart.ts'
import { foundOf, type GatheringView, queueKey } from './gathering.ts'
import { gatheringOf } from './gathering-news.ts'
import { nameOf, openMatch, type Queue } from './open-match.ts'

/** How long another node is waited for that is to open a match, in milliseconds; then this one does. */
const openMs = 1_500

const forAll = { origin: { open: true, rematchOf: null, invited: null, host: null }, invited: null }

/**
 * Opens a match for anyone who comes, in a shard of this node's. Its own news are the next that happens in it, or the next
 * second's: until then it is known to the queue's owner alone, who asked for it and says who is sent there.
 */
const openHere = async (world: World, shard: Shard, queue: Queue): Promise<Gathering | null> => {
  const match = await openMatch(world, shard, { ...queue, ...forAll })
  return match && gatheringOf(world, match)
}

const openThere = async (world: World, shard: number, queue: Queue): Promise<Gathering | null> => {
  const name = nameOf(queue)
  const { code, data } = await world.route.request('lobby.open', { shard, ...name }, { timeoutMs: openMs })
  if (code !== bodyCode.ok || !data) {
    world.log.warn({ shard, code }, 'another node could not open a match')
    return null
  }
  const { taken: _taken, apart: _apart, ...opened } = data
  return { ...name, ...opened, open: true, seated: [], capped: [], kept: [] }
}

const drawByte = ({ randomBytes }: World): number => randomBytes(1)[0] ?? 0

/** Opens a match in any shard, so that all nodes have their share; in one of this node's where its owner can't be had. */
const openAnywhere = async (world: World, queue: Queue): Promise<Gathering | null> => {
  const drawn = drawByte(world) % shardCount
  const own = world.shards.held(drawn)
  // One that is given away before its turn has come is opened by the node that has the shard then.
  const match = (own && (await openHere(world, own, queue))) ?? (await openThere(world, drawn, queue))
  if (match) return match
  const all = world.shards.all()
  const other = all[drawByte(world) % all.length]
  return other ? openHere(world, other, queue) : null
}

/** A match on its way and who waits for it, each with their address as it is counted. */
type Coming = { key: string; players: Map<string, string | null>; match: Promise<Gathering | null> }

/**
 * Finds a match for anyone who looks for one. `apart` says that one with a seat left was passed over for those who sit there;
 * `match` is null where none could be opened.
 */
export type Gather = (queue: Queue, seeker: Seeker) => Promise<{ match: Gathering | null; apart: boolean }>

/**
 * Finds a gathering match of a queue of this node's that has a seat for the player, or has one opened. Those who ask at
 * the same time get the same as far as its seats reach, and those of one address as far as theirs do.
 */
export const gatherer = (world: World, view: GatheringView): Gather => {
  const { seatsPerAddress } = world.settings
  const coming = new Set<Coming>()

  const open = (queue: Queue, key: string): Coming => {
    const players: Coming['players'] = new Map()
    const arrive = async () => {
      try {
        const match = await openAnywhere(world, queue)
        const now = world.clock.now()
        if (match?.open) view.learn(match, now)
        if (match)
          for (const [playerId, addressGroup] of players) view.send(match, { playerId, addressGroup }, now)
        return match
      } finally {
        coming.delete(fresh)
      }
    }
    const fresh: Coming = { key, players, match: arrive() }
    coming.add(fresh)
    return fresh
  }

  const hasRoom = ({ players }: Coming, { table }: Queue, { addressGroup }: Seeker): boolean => {
    const near = [...players.values()].filter((other) => other !== null && other === addressGroup)
    return players.size < table.seats && near.length < seatsPerAddress
  }

  return async (queue, seeker) => {
    const name = nameOf(queue)
    const now = world.clock.now()
    const { match, apart } = view.choose(name, seeker, now)
    if (match) {
      view.send(match, seeker, now)
      return { match, apart }
    }
    const key = queueKey(name)
    const same = [...coming].filter((each) => each.key === key)
    const mine =
      same.find(({ players }) => players.has(seeker.playerId)) ??
      same.find((each) => hasRoom(each, queue, seeker)) ??
      open(queue, key)
    mine.players.set(seeker.playerId, seeker.addressGroup)
    return { match: await mine.match, apart }
  }
}

/** Opens a match in a shard of this node's because the owner of its queue asks for it. */
export const openForQueueOwner = async (
  world: World,
  { shard, gameId, stake, asset }: BusRequest<'lobby.open'>,
): Promise<Envelope<Answer<'lobby.find'>>> => {
  const own = world.shards.held(shard)
  if (!own) return refused('shard-moved')
  const table = world.tables.get(gameId)
  if (!table) return refused('no-such-table')
  if (!offers(table, { stake, asset })) return refused('stake-not-offered')
  const match = await openHere(world, own, { table, stake, asset })
  return match ? ok(foundOf(match)) : refused('shard-moved')
}
