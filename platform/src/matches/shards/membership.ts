import type { NodeBeat } from '@minefall/shared/contracts/bus'
import { type Bus, type Clock, isUnanswered, startupError } from '@minefall/shared/node'

/** The other platform nodes. */
export type Membership = {
  /** Live nodes, by their last beat. */
  living(): readonly NodeBeat[]
  /** Another number after each change of who lives, drains, and reads which version. */
  revision(): number
  /** Watches a node that the database names and that may never have been heard: it is asked as a silent one is. */
  meet(node: string): void
  /** The names of those judged dead. */
  dead(): string[]
  /** Whether this node hears well itself, and has for a while. */
  isSound(): boolean
  /** Since when a node judged dead has been inactive: its last beat, or when it lost its database; null where it is not known. */
  diedAt(node: string): number | null
  /** Checks for silent nodes; call each `checkMs`. */
  check(): void
  /** The longest gap between checks in the last ten seconds, and the processor time this process used in it, in milliseconds. */
  stoodStill(): { stoodStillMs: number; workedMs: number }
  close(): void
}

/** How often silence is looked at, in milliseconds. */
export const checkMs = 100
/** A node silent for longer is probed. */
const silentMs = 400
/** How long an answer is waited for, in milliseconds. */
const probeMs = 250
/** This many unanswered probes are a death; one if no one is there to ask. */
const probesMost = 2
/** Our own beat returns by the same way as others'. Later than this, and we are the ones who hear nothing. */
const echoMs = silentMs
/** How long it must return on time before we judge others. */
const soundMs = 1_000
/**
 * A node that goes on saying that its database does not answer, while ours does, has lost its own way there. Beats and
 * looks at the database of two nodes are not in step: for less than this either may only be the first to tell.
 */
const cutOffMs = 2_000
/** Each start of a node may bring a new name: the dead are forgotten after so long. One that still has shards is met again. */
const forgetMs = 60_000
/** How long this node's own stall is remembered, in milliseconds. */
const stallMs = 10_000

/** The processor time this process has used, in milliseconds. */
export const ownProcessorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

type Peer = {
  /** Null where it was never heard. */
  beat: NodeBeat | null
  lastSeenAt: number
  missed: number
  isDead: boolean
  isAsked: boolean
  /** Since when it says that its database does not answer while ours does. */
  cutOffSince: number | null
}

/**
 * Watches the beats of all nodes, its own among them. A node is dead when it is silent and no one answers for
 * it, as seen by a node that hears well itself: while our bus is away, after it came back, and after we were frozen
 * ourselves, silence says nothing of others. So is one that alone is cut off from the database. Anyone who is heard again,
 * with a database, lives again.
 */
export const watchMembers = ({
  bus,
  clock,
  node,
  hasStorage,
  changed,
  heardOurs,
  processorMs,
}: {
  bus: Bus
  clock: Clock
  node: string
  /** Whether our own database answers. */
  hasStorage: () => boolean
  /** Called when someone came, went, or told something new. */
  changed: () => void
  /** Called with each beat under this node's name. */
  heardOurs: (beat: NodeBeat) => void
  processorMs: () => number
}): Membership => {
  const peers = new Map<string, Peer>()
  let revision = 0
  let echoedAt = Number.NEGATIVE_INFINITY
  let soundSince = Number.POSITIVE_INFINITY
  let longest = { at: clock.now(), stoodStillMs: 0, workedMs: 0 }

  const measure = () => ({ at: clock.now(), processorMs: processorMs() })
  let checked = measure()
  const longestStall = (now: typeof checked) => {
    const stoodStillMs = now.at - checked.at
    if (stoodStillMs < longest.stoodStillMs && now.at - longest.at <= stallMs) return longest
    return { at: now.at, stoodStillMs, workedMs: Math.round(now.processorMs - checked.processorMs) }
  }
  const isSound = (): boolean => {
    const now = clock.now()
    return bus.isConnected() && now - echoedAt <= echoMs && now - soundSince >= soundMs
  }
  const echo = (now: number) => {
    // Also when our clock was set back: nothing that was noted before counts from then on.
    if (Math.abs(now - echoedAt) > echoMs) soundSince = now
    echoedAt = now
  }
  const hearOurs = (beat: NodeBeat) => {
    echo(clock.now())
    heardOurs(beat)
  }
  const hear = (beat: NodeBeat) => {
    const known = peers.get(beat.node)
    const isAsked = known?.isAsked ?? false
    const lastSeenAt = clock.now()
    const cutOffSince = beat.storage || !hasStorage() ? null : (known?.cutOffSince ?? lastSeenAt)
    const isDead = cutOffSince !== null && lastSeenAt - cutOffSince >= cutOffMs
    peers.set(beat.node, { beat, lastSeenAt, missed: 0, isDead, isAsked, cutOffSince })
    const { draining, reads } = known?.beat ?? {}
    if (draining !== beat.draining || reads !== beat.reads || known?.isDead !== isDead) revision += 1
    changed()
  }

  const probe = async (name: string, asked: Peer): Promise<void> => {
    asked.isAsked = true
    const answer = await bus.request('node.probe', {}, { at: name, timeoutMs: probeMs })
    const peer = peers.get(name)
    if (!peer) return
    peer.isAsked = false
    // Heard in the meantime: whatever became of the question.
    if (peer !== asked) return
    if (answer.data) {
      peer.lastSeenAt = clock.now()
      peer.missed = 0
      return
    }
    if (!isSound()) {
      peer.missed = 0
      return
    }
    peer.missed += 1
    if (!isUnanswered(answer) && peer.missed < probesMost) return probe(name, peer)
    peer.isDead = true
    revision += 1
    changed()
  }

  const stops = [
    bus.subscribe('node.beat', null, (beat) => (beat.node === node ? hearOurs(beat) : hear(beat))),
    bus.onConnection(() => {
      echoedAt = Number.NEGATIVE_INFINITY
    }),
  ]

  return {
    living: () => [...peers.values()].flatMap(({ isDead, beat }) => (isDead || !beat ? [] : [beat])),
    revision: () => revision,
    meet(name) {
      if (name === node || peers.has(name)) return
      const lastSeenAt = clock.now()
      peers.set(name, { beat: null, lastSeenAt, missed: 0, isDead: false, isAsked: false, cutOffSince: null })
    },
    dead: () => [...peers].flatMap(([name, { isDead }]) => (isDead ? [name] : [])),
    isSound,
    diedAt(name) {
      const peer = peers.get(name)
      return peer?.isDead && peer.beat ? (peer.cutOffSince ?? peer.lastSeenAt) : null
    },
    stoodStill() {
      const { stoodStillMs, workedMs } = longestStall(measure())
      return { stoodStillMs, workedMs }
    },
    check() {
      const measured = measure()
      longest = longestStall(measured)
      checked = measured
      if (!isSound()) return
      const now = clock.now()
      for (const [name, peer] of peers)
        if (peer.isDead && now - peer.lastSeenAt > forgetMs) peers.delete(name)
        else if (!peer.isDead && !peer.isAsked && now - peer.lastSeenAt > silentMs) void probe(name, peer)
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}

/**
 * Rejects with a start-up error where someone on the bus answers to this node's name: shards, questions and beats of
 * two nodes of one name would be taken for each other's. One that is dead or frozen answers nothing, and may be
 * replaced.
 */
export const refuseNamesake = async ({ bus, node }: { bus: Bus; node: string }): Promise<void> => {
  const answer = await bus.request('node.probe', {}, { at: node, timeoutMs: probeMs })
  if (answer.data)
    throw startupError(
      `Another platform node is called ${node}. Give each node a different NODE_NAME, or start this one when the other has stopped.`,
    )
}
