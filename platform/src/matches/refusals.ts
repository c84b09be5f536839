import { type BodyCode, bodyCode, type Envelope, refuse } from '@minefall/shared/contracts'
import type { Refusal } from '@minefall/shared/game'
import { z } from 'zod'

/** Why a request was not done: the rules' own reasons and those of the house around them. */
export type MatchRefusal =
  | Refusal
  | 'no-such-match'
  | 'no-such-table'
  | 'table-closed'
  | 'no-such-player'
  | 'stake-not-offered'
  | 'login-required'
  | 'seated-elsewhere'
  | 'no-private-tables'
  | 'hosts-elsewhere'
  | 'not-enough-coins'
  | 'account-blocked'
  | 'adult-unconfirmed'
  | 'play-paused'
  | 'loss-limit'
  | 'country-barred'
  | 'pair-capped'
  | 'private-loss'
  | 'proof-required'
  | 'playing-apart'
  | 'not-invited'
  | 'paused'
  | 'too-late'
  | 'command-reused'
  | 'match-over'
  | 'match-stopped'
  | 'not-stuck'
  | 'not-decided'
  | 'shard-moved'
  | 'unavailable'
  | 'failed'

/** Each refusal's body code and what the asker can do about it. */
export const refusals: Record<MatchRefusal, readonly [BodyCode, string]> = {
  'wrong-phase': [bodyCode.wrongPhase, 'The match is not at that point. Follow it to see where it stands.'],
  'table-full': [bodyCode.tableFull, 'All seats are taken. Find another match.'],
  'already-seated': [bodyCode.seatedElsewhere, 'You already have a seat in this match. Follow it.'],
  'ref-taken': [bodyCode.conflict, 'Another seat uses this pseudonym. Draw a new one and sit again.'],
  'not-seated': [bodyCode.notSeated, 'You have no seat in this match.'],
  'wrong-seed': [
    bodyCode.wrongSeed,
    'This seed does not fit your commitment. Send the one you committed to.',
  ],
  'already-revealed': [bodyCode.wrongPhase, 'Your seed is revealed already. Nothing more is needed.'],
  'not-ready': [bodyCode.wrongPhase, 'The match is not ready for that. Wait for its next event.'],
  'not-your-turn': [bodyCode.notYourTurn, 'It is not your turn.'],
  'stale-turn': [bodyCode.staleTurn, 'That turn is over. Look at the board again.'],
  'no-such-tile': [bodyCode.badParameters, 'There is no such tile on this board.'],
  'tile-open': [bodyCode.tileOpen, 'This tile is open already. Choose another.'],
  'already-out': [bodyCode.wrongPhase, 'You are out of this match. You may watch, or sit at another.'],
  'compensation-spent': [bodyCode.wrongPhase, 'This match has no clock compensation left.'],
  'no-such-match': [bodyCode.notFound, 'There is no such match.'],
  'no-such-table': [bodyCode.notFound, 'There is no such table.'],
  'table-closed': [bodyCode.notFound, 'This table is closed. Choose another.'],
  'no-such-player': [bodyCode.notFound, 'This player is not known. Identify again.'],
  'stake-not-offered': [bodyCode.badParameters, 'This table does not offer that stake with these coins.'],
  'login-required': [bodyCode.loginRequired, 'Sign in to sit at this table.'],
  'seated-elsewhere': [
    bodyCode.seatedElsewhere,
    'You have a seat in another match. Finish or leave it first.',
  ],
  'no-private-tables': [
    bodyCode.notAllowed,
    'This table is for whoever comes, with practice opponents. Choose one for real coins.',
  ],
  'hosts-elsewhere': [
    bodyCode.conflict,
    'People sit at another private table of yours. Play there, or wait until they have left.',
  ],
  'not-enough-coins': [bodyCode.notEnoughCoins, 'You have too few coins for this stake.'],
  'account-blocked': [bodyCode.notAllowed, 'This account is blocked. Write to support.'],
  'adult-unconfirmed': [
    bodyCode.adultUnconfirmed,
    'Say that you are 18 or older and where you live before you stake coins.',
  ],
  'play-paused': [bodyCode.playPaused, 'You are taking a break from play. Come back when it is over.'],
  'loss-limit': [
    bodyCode.limitReached,
    'This stake could take you past the loss limit that you set. Choose a smaller one.',
  ],
  'country-barred': [bodyCode.countryBarred, 'Play for coins is not offered where you live.'],
  'pair-capped': [
    bodyCode.pairCapped,
    'You and somebody at this table have moved too many coins between you today. Choose another table.',
  ],
  'private-loss': [
    bodyCode.privateLossReached,
    'This stake could take you past what may be lost at private tables in a day. Choose a smaller one, or another table.',
  ],
  'proof-required': [
    bodyCode.proofRequired,
    'Show that this account is yours before you stake its coins at a private table, with a code or the payment password.',
  ],
  'playing-apart': [
    bodyCode.playingApart,
    'Somebody at this table shares a device, a payout account or a network with you. Find another table.',
  ],
  'not-invited': [bodyCode.notAllowed, 'This rematch is for those who agreed to it. Find another match.'],
  paused: [
    bodyCode.pausedFromSitting,
    'You missed the start of too many matches. Try again when the pause is over.',
  ],
  'too-late': [bodyCode.timeout, 'The request arrived too late and was dropped. Look at the match again.'],
  'command-reused': [bodyCode.conflict, 'This command id was used for something else. Draw a new one.'],
  'match-over': [bodyCode.wrongPhase, 'This match is over.'],
  'match-stopped': [
    bodyCode.wrongPhase,
    'This match was stopped by a fault of ours. Stakes are paid back by rule.',
  ],
  'not-stuck': [bodyCode.conflict, 'Something happened in this match a moment ago. It goes on.'],
  'not-decided': [bodyCode.notAllowed, 'Nobody decided to void this match.'],
  'shard-moved': [bodyCode.shardMoved, 'This match is another server’s now. Try again in a moment.'],
  unavailable: [bodyCode.unavailable, 'This match is moving to another server. Try again in a moment.'],
  failed: [bodyCode.ourFault, 'Something failed on our side. Nothing was taken. Try again.'],
}

/** A refusal's detail has a shape of its own, whatever the answer's would have been. */
const detailSchema = z.custom<never>(() => true)

/** The envelope of a refusal. `detail` tells more: the match one is seated in, or when a pause ends. */
export const refused = (reason: MatchRefusal, detail?: object): Envelope<never> => {
  const [code, message] = refusals[reason]
  return refuse<never>(code, message, detail === undefined ? null : detailSchema.parse(detail))
}
