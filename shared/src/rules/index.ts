import * as z from 'zod/mini'

/** Lower-case hex of exactly `bytes` bytes. */
export const hex = (bytes: number) =>
  z
    .string()
    .check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`), `must be ${bytes} bytes of lower-case hex`))

/** The identity of a match: 16 bytes, hex outside, bytes inside. */
export const matchIdSchema = hex(16).brand<'MatchId'>()
export type MatchId = z.infer<typeof matchIdSchema>

/** `coin` can be withdrawn, `promo` (bonus coins) can only be staked, `trial` never leaves trial tables. */
export const assetSchema = z.enum(['coin', 'promo', 'trial'])
export type Asset = z.infer<typeof assetSchema>

/** An integer amount of coins ≥ 0 as a decimal string, so that it may pass 2^53. */
export const coinsSchema = z
  .string()
  .check(z.regex(/^(0|[1-9][0-9]{0,18})$/, 'must be a whole number of coins'))
export type Coins = z.infer<typeof coinsSchema>

/** The documented bounds of a table: 2–6 seats, boards of at most 256 tiles, at most 9 boards. */
export const limits = { seatsMin: 2, seatsMax: 6, sideMax: 16, boardsMax: 9 } as const

const tiles = z.int().check(z.minimum(0), z.maximum(limits.sideMax * limits.sideMax))

/**
 * The rules frozen into a match at its opening; the part of the lock document called `rules`. Rules of lock version 1
 * have no `openers`, `rise` and `fade`; those of versions 2 and 3 have all three.
 */
export const rulesSchema = z
  .strictObject({
    /** Boards a match may use: 1 on blind tables, up to 9 with clues. */
    boards: z.int().check(z.minimum(1), z.maximum(limits.boardsMax)),
    /** Time for one turn in milliseconds. */
    clockMs: z.int().check(z.minimum(1)),
    /** Whether a safe tile shows how many of its eight neighbors are mined. */
    clues: z.boolean(),
    /** How many openers fewer each next board has. */
    fade: z.optional(tiles),
    h: z.int().check(z.minimum(2), z.maximum(limits.sideMax)),
    /** Mines of the first board. */
    mines: z.int().check(z.minimum(1)),
    /** Safe tiles that the house opens when the first board begins. */
    openers: z.optional(tiles),
    /** The house's share of a pot in hundredths of a percent. */
    rakeBps: z.int().check(z.minimum(0), z.maximum(10_000)),
    /** How many mines more each next board has. */
    rise: z.optional(tiles),
    /** Blind, and what is under a tile is drawn when it is picked. */
    sealed: z.optional(z.literal(true)),
    w: z.int().check(z.minimum(2), z.maximum(limits.sideMax)),
  })
  .check(
    // They have openers, rise and fade, or none of them; sealed, they have one blind board.
    z.refine(
      ({ boards, clues, fade, openers, rise, sealed }) =>
        (fade === undefined) === (openers === undefined) &&
        (fade === undefined) === (rise === undefined) &&
        !(sealed && (clues || boards > 1 || openers)),
      'must fit together',
    ),
  )
export type Rules = z.infer<typeof rulesSchema>

/** Version of the lock document that a match of these rules has. */
export const lockVersion = ({ openers, sealed }: Rules): 1 | 2 | 3 =>
  sealed ? 3 : openers === undefined ? 1 : 2

/** Mines of board `board`, from 0 on: `min(mines + rise·b, max(mines, ⌊6·w·h/10⌋))`. */
export const minesOn = ({ mines, rise = 0, w, h }: Rules, board: number): number =>
  Math.min(mines + rise * board, Math.max(mines, Math.floor((6 * w * h) / 10)))

/** Safe tiles that the house opens when board `board`, from 0 on, begins: `max(0, openers − fade·b)`. */
export const openersOn = ({ openers = 0, fade = 0 }: Rules, board: number): number =>
  Math.max(0, openers - fade * board)

/** What is fixed and public when a match opens; its state starts from here. */
export const matchHeaderSchema = z.strictObject({
  matchId: matchIdSchema,
  gameId: z.string().check(z.minLength(1), z.maxLength(40)),
  asset: assetSchema,
  stake: coinsSchema,
  seats: z.int().check(z.minimum(limits.seatsMin), z.maximum(limits.seatsMax)),
  rules: rulesSchema,
  serverCommit: hex(32),
  /** The end of the house's chain; of sealed tables alone. */
  serverChain: z.optional(hex(32)),
})
export type MatchHeader = z.infer<typeof matchHeaderSchema>
