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
  | 'blocked-apart'
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
  'wrong-phase': [bodyCode.wrongPhase, 'You can’t do that at this point of the match.'],
  'table-full': [bodyCode.tableFull, 'This table is full. Try another one.'],
  'already-seated': [bodyCode.seatedElsewhere, 'You’re already in this match.'],
  'ref-taken': [bodyCode.conflict, 'Another seat uses this pseudonym. Draw a new one and join again.'],
  'not-seated': [bodyCode.notSeated, 'You don’t have a seat in this match.'],
  'wrong-seed': [
    bodyCode.wrongSeed,
    'This seed doesn’t match your commitment. Send the one you committed to.',
  ],
  'already-revealed': [bodyCode.wrongPhase, 'Your seed is already revealed.'],
  'wrong-chain': [bodyCode.protocolTooOld, 'Reload the page to join this table.'],
  'wrong-link': [bodyCode.wrongSeed, 'This link doesn’t lead back to your chain. Send the one of this turn.'],
  'already-picked': [bodyCode.wrongPhase, 'A tile is already picked. Wait for it to open.'],
  'not-ready': [bodyCode.wrongPhase, 'The match isn’t ready for that. Wait for its next event.'],
  'not-your-turn': [bodyCode.notYourTurn, 'It’s not your turn.'],
  'stale-turn': [bodyCode.staleTurn, 'That turn is over. Look at the board again.'],
  'no-such-tile': [bodyCode.badParameters, 'This board has no such tile.'],
  'tile-open': [bodyCode.tileOpen, 'This tile is already open. Choose another.'],
  'already-out': [bodyCode.wrongPhase, 'You’re out of this match. You can watch or join another.'],
  'compensation-spent': [bodyCode.wrongPhase, 'This match has no clock compensation left.'],
  'no-such-match': [bodyCode.notFound, 'Match not found.'],
  'no-such-table': [bodyCode.notFound, 'Table not found.'],
  'table-closed': [bodyCode.notFound, 'This table is closed. Choose another.'],
  'no-such-player': [bodyCode.notFound, 'Player not found. Identify again.'],
  'stake-not-offered': [bodyCode.badParameters, 'This table doesn’t offer that stake for these coins.'],
  'login-required': [bodyCode.loginRequired, 'Log in to join this table.'],
  'seated-elsewhere': [
    bodyCode.seatedElsewhere,
    'You’re already in another match. Finish or leave it first.',
  ],
  'no-private-tables': [
    bodyCode.notAllowed,
    'This table is open to everyone and can’t be private. Choose a table for real coins.',
  ],
  'hosts-elsewhere': [
    bodyCode.conflict,
    'Players are waiting at your other private table. Play there or wait until they leave.',
  ],
  'not-enough-coins': [bodyCode.notEnoughCoins, 'You don’t have enough coins for this stake.'],
  'account-blocked': [bodyCode.notAllowed, 'This account is blocked. Contact support.'],
  'adult-unconfirmed': [
    bodyCode.adultUnconfirmed,
    'Confirm that you’re 18 or older and where you live before you stake coins.',
  ],
  'play-paused': [bodyCode.playPaused, 'You’re taking a break from play. Come back when it’s over.'],
  'loss-limit': [
    bodyCode.limitReached,
    'This stake could take you past your loss limit. Choose a smaller one.',
  ],
  'country-barred': [bodyCode.countryBarred, 'You can’t play for coins where you live.'],
  'pair-capped': [
    bodyCode.pairCapped,
    'You and someone at this table have traded too many coins today. Choose another table.',
  ],
  'private-loss': [
    bodyCode.privateLossReached,
    'This stake could take you past today’s loss limit for private tables. Choose a smaller one or another table.',
  ],
  'proof-required': [
    bodyCode.proofRequired,
    'Confirm it’s your account with a code or your payment password before you stake coins at a private table.',
  ],
  'playing-apart': [
    bodyCode.playingApart,
    'Someone at this table shares a device, payout account or network with you. Choose another table.',
  ],
  // Says nothing of a block: it is the other one's business.
  'blocked-apart': [bodyCode.notAllowed, 'This private table isn’t open to you. Choose another table.'],
  'not-invited': [bodyCode.notAllowed, 'This match is only for the players it was made for.'],
  paused: [
    bodyCode.pausedFromSitting,
    'You missed several starts, so you can’t join a table yet. Try again later.',
  ],
  'too-late': [bodyCode.timeout, 'The request arrived too late and was dropped. Check the match again.'],
  'command-reused': [bodyCode.conflict, 'This command id was used for something else. Draw a new one.'],
  'match-over': [bodyCode.wrongPhase, 'This match is over.'],
  'match-stopped': [
    bodyCode.wrongPhase,
    'An error on our side stopped this match. Stakes are returned by the rules.',
  ],
  'not-stuck': [bodyCode.conflict, 'This match just moved on, so it isn’t stuck.'],
  'not-decided': [bodyCode.notAllowed, 'No one approved voiding this match.'],
  'shard-moved': [bodyCode.shardMoved, 'This match moved to another server. Try again in a moment.'],
  unavailable: [bodyCode.unavailable, 'This match is moving to another server. Try again in a moment.'],
  failed: [bodyCode.ourFault, 'Something went wrong on our side. No coins were taken. Please try again.'],
}

/** A refusal's detail has its own shape, whatever the answer's would have been. */
const detailSchema = z.custom<never>(() => true)

/** The envelope of a refusal. `detail` tells more: the match one is seated in, or when a pause ends. */
export const refused = (reason: MatchRefusal, detail?: object): Envelope<never> => {
  const [code, message] = refusals[reason]
  return refuse<never>(code, message, detail === undefined ? null : detailSchema.parse(detail))
}
