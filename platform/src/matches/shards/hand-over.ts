import { later } from '../host/announce.ts'
import { cancelTimers, type LiveMatch } from '../host/live-match.ts'
import { isOver } from '../host/record.ts'
import { HostClosed, keepTrying } from '../journal/persist.ts'
import type { Rematches } from '../lobby/rematch.ts'
import { continueHandedOver } from '../recovery/recover.ts'
import type { World } from '../world.ts'
import type { HeldShards } from './held.ts'
import { readOwners, type Shard } from './shards.ts'

/** How long the other node may take, in milliseconds; then the database tells whose the shards are. */
export const takeWithinMs = 2_000

/** The matches of these shards that are in memory. */
export const matchesOf = (world: Pick<World, 'matches'>, shards: ReadonlySet<Shard>): LiveMatch[] =>
  [...world.matches.values()].filter(({ shard }) => shards.has(shard))

/** Nothing new is decided for a match; what is being committed comes to its end. */
const stopMatch = (match: LiveMatch): void => {
  match.dropped = true
  cancelTimers(match)
}

/**
 * Stops these shards, until all that was begun is committed and told. Also what it opens in the meantime stops. Once `signal`
 * says so nothing more is stopped.
 */
const settle = async (world: World, shards: ReadonlySet<Shard>, signal: AbortSignal): Promise<void> => {
  for (let first = true; !signal.aborted; first = false) {
    const running = matchesOf(world, shards).filter(({ dropped }) => !dropped)
    if (running.length === 0 && !first) break
    for (const match of running) stopMatch(match)
    await Promise.all([...shards].map(({ logInTurn }) => logInTurn.idle()))
    await Promise.all(running.map(({ inTurn }) => inTurn.idle()))
  }
  await new Promise<void>((resolve) => later(resolve))
}

/** Rejects when the host closes in the meantime: closing then decides the fate of the shards. */
const unlessClosed = async <T>({ patience: { closed, onClosing } }: World, work: Promise<T>): Promise<T> => {
  if (closed()) throw new HostClosed('the host is closed')
  let forget = () => {}
  const closing = new Promise<never>((_, reject) => {
    forget = onClosing(() => reject(new HostClosed('the host is closed')))
  })
  try {
    return await Promise.race([work, closing])
  } finally {
    forget()
  }
}

/** Whether the work came to its end in time; it is reported when not. */
const within = async (
  world: World,
  ms: number,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> => {
  const over = new AbortController()
  let cancel = () => {}
  const late = new Promise<false>((resolve) => {
    cancel = world.clock.after(ms, () => resolve(false))
  })
  try {
    return await unlessClosed(world, Promise.race([work(over.signal).then(() => true), late]))
  } finally {
    cancel()
    over.abort()
  }
}

/** Which of these shards are still this node's, read for as long as it takes: the other's answer may have got lost. */
const stillOurs = async (world: World, shards: ReadonlySet<Shard>): Promise<Shard[]> => {
  const read = await keepTrying(world.patience, 'whose the shards are could not be read', () =>
    readOwners(world.db),
  )
  return [...shards].filter(({ number, epoch }) => read.get(number)?.epoch === epoch)
}

/**
 * Hands shards over to another node: stops them, lets what was begun be committed, and asks the other to take them.
 * The answer is those that were not taken; with them this node goes on, as far as they are its own. What is asked of the
 * shards in the meantime is refused as another node's, and asked again by anyone who asks.
 */
export const handOver = async (
  world: World,
  { held, isOurs, rematches }: { held: HeldShards; isOurs: (shard: Shard) => boolean; rematches: Rematches },
  { shards, to }: { shards: ReadonlySet<Shard>; to: string },
): Promise<Shard[]> => {
  const began = world.clock.now()
  for (const shard of shards) held.shut(shard)
  const agreedIn = (some: Iterable<Shard>) => [...some].flatMap(({ number }) => rematches.running(number))
  const goOn = (some: Iterable<Shard>): Shard[] => {
    // One may have been lost to someone else in the meantime.
    const kept = [...some].filter(isOurs)
    const matches = matchesOf(world, new Set(kept))
    for (const match of matches) match.dropped = false
    held.open(kept)
    for (const match of matches)
      if (!isOver(match.record.state)) world.background(continueHandedOver(world, match, began))
    // Started over: the end of one may have struck while its match was paused.
    const agreed = agreedIn(kept)
    for (const { matchId } of agreed) rematches.forget(matchId)
    rematches.resume(agreed)
    return kept
  }
  // While the database is away nothing can be handed over: the other could not take it.
  if (!(await within(world, world.settings.handOverSettleMs, (signal) => settle(world, shards, signal))))
    return goOn(shards)
  const asking = world.bus.request(
    'shard.take',
    {
      from: world.node,
      shards: [...shards].map(({ number, epoch }) => ({ shard: number, epoch: Number(epoch) })),
      stoodMs: Math.max(0, world.clock.now() - began),
      rematches: agreedIn(shards),
    },
    { at: to, timeoutMs: takeWithinMs },
  )
  const answer = await unlessClosed(world, asking)
  if (answer.code === 200) return []
  const kept = goOn(await stillOurs(world, shards))
  if (kept.length > 0)
    world.log.warn(
      { to, shards: kept.map(({ number }) => number), code: answer.code },
      'shards were not taken',
    )
  return kept
}
