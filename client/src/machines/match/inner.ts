import type { MatchId } from '@minefall/shared/game'
import { hasLinks } from './chain.ts'
import type { Folded } from './facts.ts'
import { type Command, isLeave } from './outbox.ts'
import type { Secrets, StoredSeat, Vault } from './secrets.ts'
import type { MatchContext, MatchInput } from './types.ts'

export type SeatedAt = { matchId: MatchId; gameId: string }

/** Injected dependencies. */
export type MatchTools = {
  /** Local milliseconds since 1970. */
  now(): number
  /** Random bytes as hex. */
  draw(bytes: number): string
  vault: Vault
  /** The live match in which the server says this player has a seat. */
  seated(): SeatedAt | null
  /** Whether the server knows this tab as an account, not a guest. */
  isPlayer(): boolean
  /** Who is signed in, in all tabs; null for the guest. */
  userId(): string | null
}

/** Context besides what screens read. */
export type Inner = MatchContext & {
  tools: MatchTools
  /** Rolling hash of `state`. */
  hash: string
  secrets: Secrets | null
  /** Commands without a known outcome. */
  outbox: readonly Command[]
  /** Failed attempts in a row at finding a table or resuming. */
  tries: number
  /** The next resume asks for a snapshot, since our state can't be trusted. */
  wantsWhole: boolean
  /** Why the last fold could not be finished. */
  trouble: Folded['trouble']
  /** What to do once connected. */
  intent: 'find' | 'sit' | 'follow'
  isUp: boolean
  /** Opened by its own address, or an agreed rematch: a lost seat is not replaced at another table. */
  onlyHere: boolean
  /** Whether a seat was requested and not answered yet. */
  sitAsked: boolean
  /** Who was signed in as a seat was asked for; null for a guest. None is taken with another's coins. */
  sitter: string | null
  /** Whether our reveal was answered, so that it is not sent again. */
  revealed: boolean
  /** The last turn that our link was sent for, at a sealed table. */
  linked: number
  /** Whether we left our seat ourselves, here or in another tab. */
  left: boolean
  emotesSeen: number
  refusedAsGuest: boolean
}

export type MachineInput = MatchInput & { tools: MatchTools }

const restored = (kept: StoredSeat | null) =>
  kept ? { secrets: kept.secrets, outbox: kept.outbox } : { secrets: null, outbox: [] }

/** State of one match, reset for the next. */
export const blank = {
  matchId: null,
  state: null,
  seat: null,
  isPrivate: false,
  apart: false,
  asGuest: false,
  pending: null,
  presence: [],
  watchers: 0,
  emotes: [],
  rematch: null,
  proof: { status: 'checking', reason: null, turns: new Set<number>() },
  refused: null,
  suspendedBy: null,
  hash: '',
  secrets: null,
  outbox: [],
  tries: 0,
  wantsWhole: false,
  trouble: null,
  revealed: false,
  linked: -1,
  left: false,
  sitAsked: false,
  refusedAsGuest: false,
} as const satisfies Partial<Inner>

export const initialContext = (input: MachineInput): Inner => ({
  ...blank,
  gameId: input.gameId,
  // A match that is returned to has its stake in its first state.
  stake: input.kind === 'join' ? input.stake : '0',
  asset: input.kind === 'join' ? input.asset : 'trial',
  tools: input.tools,
  sitter: input.tools.userId(),
  emotesSeen: 0,
  isUp: false,
  paused: false,
  onlyHere: input.kind === 'return',
  intent: input.kind === 'join' ? 'find' : 'follow',
  ...(input.kind === 'return'
    ? { matchId: input.matchId, ...restored(input.tools.vault.load(input.matchId)) }
    : {}),
})

/** Switches to a match to return to, with what this tab stored of it. */
export const turnTo = ({ tools }: Inner, matchId: MatchId): Partial<Inner> => ({
  ...blank,
  intent: 'follow',
  matchId,
  sitter: tools.userId(),
  ...restored(tools.vault.load(matchId)),
})

/** Whether someone else is signed in than when a seat was asked for. An account goes on with what its guest asked for. */
export const isAnother = ({ sitter, tools }: Inner): boolean => sitter !== null && sitter !== tools.userId()

/** Whether our seat was freed while we were away, so that we look for another. */
export const isSeatLost = ({
  state,
  seat,
  secrets,
  matchId,
  left,
  onlyHere,
  sitter,
  tools,
}: Inner): boolean =>
  state?.phase === 'gathering' &&
  seat === null &&
  secrets?.matchId === matchId &&
  matchId !== null &&
  !left &&
  !onlyHere &&
  sitter === tools.userId()

/** Whether we may sit down at the match we look at. */
export const maySit = ({ state, seat, isUp }: Inner): boolean =>
  isUp && state?.phase === 'gathering' && seat === null && state.table.includes(null)

/** The phase of a live match for this tab. */
export type Standing = 'myTurn' | 'heldTurn' | 'submitting' | 'theirTurn' | 'out' | 'watching'

export const standing = ({ state, seat, pending, paused }: Inner): Standing => {
  const ours = seat === null ? null : (state?.table[seat] ?? null)
  if (!ours) return 'watching'
  if (ours.out) return 'out'
  if (state?.turn?.seat !== seat) return 'theirTurn'
  if (pending || state.pick) return 'submitting'
  // A move could not be decided now.
  return paused ? 'heldTurn' : 'myTurn'
}

/** Whether a press would be taken: while the connection is away it is sent as soon as it is back. */
export const canPlay = (match: { hasTag(tag: 'failed'): boolean; context: Inner }): boolean =>
  !match.hasTag('failed') && standing(match.context) === 'myTurn' && hasLinks(match.context)

/** Whether our leave still waits for its answer. A failed match does not resend it. */
export const isLeaving = (match: { hasTag(tag: 'failed'): boolean; context: Inner }): boolean =>
  !match.hasTag('failed') && match.context.outbox.some(isLeave)
