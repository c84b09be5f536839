export { type PlayersOptions, startPlayers } from './answer-identify.ts'
export { becomePlayer } from './become-player.ts'
export { guestAvatars } from './guest-names.ts'
export {
  type Guest,
  type Guests,
  type GuestsOptions,
  guestBook,
  hashOf,
  type Player,
  replacementOf,
} from './guests.ts'
export { notifyBalance, notifyOrder, notifyProfile, type ProfileNotice } from './news.ts'
