import { type Envelope, ok } from '@minefall/shared/contracts'
import { type BusRequest, type NodeBeat, nodeBeatMs } from '@minefall/shared/contracts/bus'
import type { OwnerDirectory } from '@minefall/shared/node'
import { shardCount } from '@minefall/shared/shards'
import { inTurn } from '../../jobs/in-turn.ts'
import { HostClosed, isPermanent, keepTrying } from '../journal/persist.ts'
import type { Rematches } from '../lobby/rematch.ts'
import type { TakenCause } from '../metrics.ts'
import { type Comeback, recover } from '../recovery/recover.ts'
import { refused } from '../refusals.ts'
import type { World } from '../world.ts'
import { forgetMatches } from './forget.ts'
import { handOver, takeWithinMs } from './hand-over.ts'
import type { HeldShards } from './held.ts'
import { watchMembers } from './membership.ts'
import { readOwners, type Shard, type TakenShard, takeAllShards, takeShards } from './shards.ts'
import { sharesOf } from './shares.ts'

/** Takes this node's share of the shards, and gives away other nodes' share. */
export type Steward = {
  /** Takes what is to be taken at the start. Rejects where that can't be read. */
  begin(): Promise<void>
  /** Checks membership and assignment; call each `checkMs`. */
  check(): void
  /** Notes what the database says of whose the shards are. */
  readOwners(): Promise<void>
  /** Answers who gives shards to this node. */
  take(given: BusRequest<'shard.take'>): Promise<Envelope<null>>
  /** Notes that a shard belongs to another node. */
  lost(shard: Shard): void
  /** Gives all shards away, if anyone can take them, for at most `drainMs`. */
  drain(): Promise<void>
  isDraining(): boolean
  /** Whether it has had its share since the start, and neither lost all of it since nor begun to give it away. */
  isSettled(): boolean
  /** Stops taking and giving. */
  close(): void
  /** Resolves when nothing is being taken. */
  idle(): Promise<void>
}

/** How long a starting node listens for others before it takes what no one has, in milliseconds. */
const listenMs = 3 * nodeBeatMs
/** So many shards of a dead node are taken up together: the first of them need not wait for the matches of the last. */
const takenUpTogether = 8
/** Between looks at whether a draining node has given everything away, in milliseconds. */
const drainStepMs = 20

export const stewardOf = (
  world: World,
  {
    held,
    owners,
    rematches,
    shared,
    told,
    replaced,
  }: {
    held: HeldShards
    owners: OwnerDirectory
    rematches: Rematches
    /** Whether other nodes may be on the bus. Without them all shards are taken at once, from the node that has them. */
    shared: boolean
    /** Called when what this node owns has changed. */
    told: () => void
    /** Called once, when another program goes on under this node's name. */
    replaced: () => void
  },
): Steward => {
  const { bus, clock, db, log, metrics, node, processorMs, settings } = world
  /** Every shard that is ours by the database, also while its matches are on their way into or out of memory. */
  const owned = new Map<number, Shard>()
  /** Under which epoch each shard was last taken here. */
  const takenUnder = new Map<number, number>()
  let changes = 0
  /** Shards that went to a node that was asked to take them, or that has our place: that they are gone is no surprise. */
  const offered = new WeakSet<Shard>()
  const taking = inTurn()
  let looking = false
  let giving = false
  /** Whether anyone else who is there was listened for. */
  let begun = false
  let draining = false
  let settled = false
  let closed = false
  const isOurs = (shard: Shard) => owned.get(shard.number) === shard
  const own = (shard: Shard): void => {
    owned.set(shard.number, shard)
    takenUnder.set(shard.number, Number(shard.epoch))
    changes += 1
  }
  const disown = (shard: Shard): void => {
    owned.delete(shard.number)
    shard.lost = true
    changes += 1
  }

  const lost = (shard: Shard): void => {
    if (!isOurs(shard)) return
    disown(shard)
    held.shut(shard)
    forgetMatches(world, rematches, shard)
    metrics.shards(held.all().length)
    told()
    if (offered.has(shard)) return
    metrics.fenced()
    log.error(
      { shard: shard.number, alarm: 'fenced', ...members.stoodStill() },
      'another node has taken a shard of ours',
    )
  }

  /** Takes their matches into memory, for as long as it takes: no one else may in the meantime. */
  const takeUp = async (
    taken: readonly TakenShard[],
    comeback: Comeback,
    cause: TakenCause,
  ): Promise<void> => {
    const shards = taken.map(({ shard }) => shard)
    shards.forEach(own)
    const opened = () => {
      held.open(shards.filter(isOurs))
      for (const shard of shards) if (!isOurs(shard)) forgetMatches(world, rematches, shard)
      metrics.taken(cause, shards.length)
      metrics.shards(held.all().length)
      told()
    }
    try {
      await keepTrying(world.patience, 'the matches of shards that were taken could not be read', () =>
        recover(world, shards.filter(isOurs), { comeback, opened }),
      )
    } catch (error) {
      if (isPermanent(error)) shards.forEach(disown)
      throw error
    }
  }

  /** Leaves everything to the program that has taken this one's place, as while it was frozen or cut off. */
  const giveWay = (): void => {
    if (closed) return
    closed = true
    log.error({ alarm: 'replaced', ...members.stoodStill() }, 'another node goes on under our name')
    for (const shard of [...owned.values()]) {
      offered.add(shard)
      lost(shard)
    }
    replaced()
  }

  /** Of two programs of one name the one that took shards of the other's goes on. */
  const heardOurs = ({ shards }: NodeBeat): void => {
    if (shards.some(([number, epoch]) => epoch > (takenUnder.get(number) ?? epoch))) giveWay()
  }

  const members = watchMembers({
    ...{ bus, clock, node, processorMs },
    hasStorage: () => !world.standstill.isNow(),
    changed: () => look(),
    heardOurs,
  })

  const shares = sharesOf(world, {
    ...{ owned, held, owners, members },
    changes: () => changes,
    isDraining: () => draining,
  })

  const take = async (shards: readonly number[], from: readonly string[]): Promise<void> => {
    const taken = await takeShards(db, { node, shards, from })
    const diedAt = ({ from: last }: TakenShard) => (last === null ? null : members.diedAt(last))
    const dead = taken.filter((one) => diedAt(one) !== null)
    const free = taken.filter((one) => !dead.includes(one))
    if (dead.length > 0)
      log.warn(
        { shards: dead.map(({ shard }) => shard.number) },
        'took the shards of a node that died or lost its database',
      )
    const livedAt = new Map(taken.map((one) => [one.shard.number, diedAt(one)]))
    const comeback: Comeback = {
      kind: 'taken',
      livedAt: ({ number }) => livedAt.get(number) ?? null,
      wereApart: true,
    }
    for (let nth = 0; nth < dead.length; nth += takenUpTogether)
      await takeUp(dead.slice(nth, nth + takenUpTogether), comeback, 'death')
    if (free.length > 0) await takeUp(free, comeback, 'start')
  }

  const takeWanted = async (): Promise<void> => {
    const wanted = shares.wanted()
    if (wanted.length === 0) return
    shares.tried(wanted)
    await take(wanted, members.dead())
  }

  /**
   * Goes on with what names this node and is not here: an earlier life had it, or it could not be taken up. After it was
   * frozen or cut off only once it would have heard that another goes on in its place.
   */
  const takeOwn = async (named: readonly number[]): Promise<void> => {
    if (begun && !members.isSound()) return
    const missing = draining || closed ? [] : named.filter((number) => !owned.has(number))
    if (missing.length > 0) await take(missing, [node])
  }

  const noteOwners = async (): Promise<void> => {
    const read = await readOwners(db)
    for (const shard of [...owned.values()])
      if ((read.get(shard.number)?.epoch ?? 0n) > shard.epoch) lost(shard)
    if (!shared) return
    for (const { node: owner } of read.values()) members.meet(owner)
    const named = [...read].flatMap(([number, owner]) => (owner.node === node ? [number] : []))
    await taking.run(() => takeOwn(named))
  }

  const giveAll = async (): Promise<void> => {
    if (giving) return
    giving = true
    try {
      for (let group = shares.nextGroup(); group && !closed; group = shares.nextGroup()) {
        const began = clock.now()
        for (const shard of group.shards) offered.add(shard)
        const kept = new Set(await handOver(world, { held, isOurs, rematches }, group))
        for (const shard of group.shards) {
          if (kept.has(shard)) offered.delete(shard)
          else lost(shard)
        }
        metrics.stoodStill(clock.now() - began)
        shares.offeredTo(group.to, kept.size === 0)
      }
    } finally {
      giving = false
    }
  }

  const look = (): void => {
    if (!begun || !shared || closed || !bus.isConnected()) return
    if (!looking && !draining && shares.wanted().length > 0) {
      looking = true
      const took = taking
        .run(() => takeWanted())
        .finally(() => {
          looking = false
        })
      world.background(took)
    }
    if (!giving && shares.nextGroup()) world.background(giveAll())
    if (!settled && !draining) settled = shares.areHeld()
  }

  const stopListening = owners.onChange((changed) => {
    for (const number of changed) {
      const [shard, owner] = [owned.get(number), owners.ownerOf(number)]
      if (shard && owner && owner.node !== node && BigInt(owner.epoch) > shard.epoch) lost(shard)
    }
  })

  const beginAlone = async () => {
    const taken = await takeAllShards(db, node)
    await takeUp(taken, { kind: 'taken', livedAt: () => null, wereApart: false }, 'start')
    settled = true
  }
  const beginAmongOthers = async () => {
    told()
    await noteOwners()
    if (bus.isConnected()) await new Promise<void>((resolve) => clock.after(listenMs, resolve))
    await taking.run(() => takeWanted())
    shares.tryAll()
    begun = true
    look()
  }

  return {
    begin: () => (shared ? beginAmongOthers() : beginAlone()),
    check() {
      members.check()
      look()
    },
    readOwners: noteOwners,
    take: ({ from, shards: given, stoodMs, rematches: agreed }) => {
      const arrived = clock.now()
      return taking.run(async () => {
        // The node that gave them has not waited, and may have gone on with them.
        const isLate = clock.now() - arrived >= takeWithinMs
        if (!shared || draining || closed || isLate) return refused('shard-moved')
        const shards = given.map(({ shard }) => shard)
        const taken = await takeShards(db, { node, shards, from: [from] })
        try {
          if (taken.length > 0) await takeUp(taken, { kind: 'given', stoppedAt: arrived - stoodMs }, 'given')
        } catch (error) {
          // They are ours, and the next to miss us takes them.
          if (error instanceof HostClosed) return refused('shard-moved')
          throw error
        }
        rematches.resume(agreed)
        return taken.length === shards.length ? ok(null) : refused('shard-moved')
      })
    },
    lost,
    async drain() {
      draining = true
      told()
      if (!shared) return
      const until = clock.now() + settings.drainMs
      const hasHeirs = () => members.living().some((beat) => !beat.draining)
      while (owned.size > 0 && hasHeirs() && bus.isConnected() && clock.now() < until) {
        // Not waited for: one that hangs, as while the database is away, must not hold this up for longer.
        world.background(giveAll())
        await new Promise<void>((resolve) => clock.after(drainStepMs, resolve))
      }
    },
    isDraining: () => draining,
    isSettled: () => settled && !draining && owned.size >= (shared ? 1 : shardCount),
    close() {
      closed = true
      members.close()
      stopListening()
    },
    idle: () => taking.idle(),
  }
}
