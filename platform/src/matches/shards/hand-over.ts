import { later } from '../host/announce.ts'
import { cancelTimers, type LiveMatch } from '../host/live-match.ts'
import { isOver } from '../host/record.ts'
import { schedule } from '../host/schedule.ts'
import { isPermanent, patience } from '../journal/persist.ts'
import type { Rematches } from '../lobby/rematch.ts'
import type { World } from '../world.ts'
import type { HeldShards } from './held.ts'
import { readLeases, type Shard } from './shards.ts'

/** How long the other node may take, in milliseconds; then the leases tell whose the shards are. */
const answerMs = 2_000

/** The matches of these shards that are in memory. */
export const matchesOf = (world: Pick<World, 'matches'>, shards: ReadonlySet<Shard>): LiveMatch[] =>
  [...world.matches.values()].filter(({ shard }) => shards.has(shard))

/** Nothing new is decided for a match; what is being committed comes to its end. */
const stopMatch = (match: LiveMatch): void => {
  match.dropped = true
  cancelTimers(match)
}

/** Stops these shards, until all that was begun is committed and told. Also what it opens meanwhile stops. */
const settle = async (world: World, shards: ReadonlySet<Shard>): Promise<void> => {
  for (let count = -1; ; ) {
    const matches = matchesOf(world, shards)
    for (const match of matches) stopMatch(match)
    if (matches.length === count) break
    count = matches.length
    await Promise.all([...shards].map(({ logInTurn }) => logInTurn.idle()))
    await Promise.all(matches.map(({ inTurn }) => inTurn.idle()))
  }
  await new Promise<void>((resolve) => later(resolve))
}

const within = async (world: World, ms: number, work: Promise<void>): Promise<boolean> => {
  let cancel = () => {}
  const late = new Promise<false>((resolve) => {
    cancel = world.clock.after(ms, () => resolve(false))
  })
  const done = await Promise.race([work.then(() => true), late, world.patience.closing.then(() => false)])
  cancel()
  return done
}

/** Which of these shards are still this node's, read for as long as it takes: the other's answer may have got lost. */
const stillOurs = async (world: World, shards: ReadonlySet<Shard>): Promise<Shard[]> => {
  const wait = patience(world.patience)
  for (;;) {
    await wait()
    try {
      const leases = await readLeases(world.db)
      return [...shards].filter(({ number, epoch }) => leases.get(number)?.epoch === epoch)
    } catch (error) {
      if (isPermanent(error)) throw error
      world.log.warn({ err: error }, 'the leases could not be read')
    }
  }
}

/**
 * Hands shards over to another node: stops them, lets what was begun be committed, and asks the other to take them.
 * The answer is those that were not taken; with them this node goes on. What is asked of the shards meanwhile is
 * refused as another node's, and asked again by whoever asks.
 */
export const handOver = async (
  world: World,
  { held, rematches }: { held: HeldShards; rematches: Rematches },
  { shards, to }: { shards: ReadonlySet<Shard>; to: string },
): Promise<Shard[]> => {
  const began = world.clock.now()
  for (const shard of shards) held.shut(shard)
  const goOn = (kept: readonly Shard[]) => {
    held.open(kept)
    const now = world.clock.now()
    for (const match of matchesOf(world, new Set(kept))) {
      match.dropped = false
      match.noExpiryBefore = Math.max(match.noExpiryBefore, now + world.settings.handOverGraceMs)
      if (!isOver(match.record.state)) schedule(world, match)
    }
  }
  // While the database is away nothing can be handed over: the other could not take it.
  if (!(await within(world, world.settings.handOverSettleMs, settle(world, shards)))) {
    const kept = [...shards]
    goOn(kept)
    return kept
  }
  const agreed = [...shards].flatMap(({ number }) => rematches.running(number))
  const answer = await world.bus.request(
    'shard.take',
    {
      from: world.node,
      shards: [...shards].map(({ number, epoch }) => ({ shard: number, epoch: Number(epoch) })),
      stoodMs: Math.max(0, world.clock.now() - began),
      rematches: agreed,
    },
    { at: to, timeoutMs: answerMs },
  )
  const kept = answer.code === 200 ? [] : await stillOurs(world, shards)
  if (kept.length > 0) {
    world.log.warn(
      { to, shards: kept.map(({ number }) => number), code: answer.code },
      'shards were not taken',
    )
    goOn(kept)
    for (const { matchId } of agreed) rematches.forget(matchId)
    rematches.resume(agreed)
  }
  return kept
}
