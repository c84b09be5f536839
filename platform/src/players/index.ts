export { type PlayersOptions, startPlayers } from './answer-identify.ts'
export { becomePlayer } from './become-player.ts'
export { guestAvatars } from './guest-names.ts'
export { type IdentifyOptions, identify, type Player } from './identify.ts'
