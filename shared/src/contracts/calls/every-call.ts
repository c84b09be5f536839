import type { Call } from '../call.ts'
import * as account from './account.ts'
import * as analytics from './analytics.ts'
import * as arena from './arena.ts'
import * as daily from './daily.ts'
import * as desk from './desk.ts'
import * as fairness from './fairness.ts'
import * as follow from './follow.ts'
import * as game from './game.ts'
import * as history from './history.ts'
import * as play from './play.ts'
import * as players from './players.ts'
import * as rewards from './rewards.ts'
import * as session from './session.ts'
import * as support from './support.ts'
import * as terms from './terms.ts'
import * as wallet from './wallet.ts'

const domains = {
  account,
  analytics,
  daily,
  arena,
  desk,
  fairness,
  follow,
  game,
  history,
  play,
  players,
  rewards,
  session,
  support,
  terms,
  wallet,
}

/** Every call of the contract by its name, such as `wallet.withdraw`. Not for pages: these import the calls they make. */
export const everyCall: ReadonlyMap<string, Call> = new Map(
  Object.entries(domains).flatMap(([domain, calls]) =>
    Object.entries(calls).map(([name, call]): [string, Call] => [`${domain}.${name}`, call]),
  ),
)

const names = new Map([...everyCall].map(([name, call]) => [call, name]))

/** The name of a call; undefined for one that the contract does not have. */
export const nameOfCall = (call: Call): string | undefined => names.get(call)
