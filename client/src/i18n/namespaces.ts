import type activities from './locales/en-US/activities.json'
import type arena from './locales/en-US/arena.json'
import type board from './locales/en-US/board.json'
import type chat from './locales/en-US/chat.json'
import type common from './locales/en-US/common.json'
import type connection from './locales/en-US/connection.json'
import type daily from './locales/en-US/daily.json'
import type deposit from './locales/en-US/deposit.json'
import type device from './locales/en-US/device.json'
import type errors from './locales/en-US/errors.json'
import type fairness from './locales/en-US/fairness.json'
import type history from './locales/en-US/history.json'
import type home from './locales/en-US/home.json'
import type invite from './locales/en-US/invite.json'
import type lesson from './locales/en-US/lesson.json'
import type lobby from './locales/en-US/lobby.json'
import type login from './locales/en-US/login.json'
import type match from './locales/en-US/match.json'
import type notices from './locales/en-US/notices.json'
import type orders from './locales/en-US/orders.json'
import type panels from './locales/en-US/panels.json'
import type play from './locales/en-US/play.json'
import type player from './locales/en-US/player.json'
import type profile from './locales/en-US/profile.json'
import type replay from './locales/en-US/replay.json'
import type report from './locales/en-US/report.json'
import type rules from './locales/en-US/rules.json'
import type settings from './locales/en-US/settings.json'
import type terms from './locales/en-US/terms.json'
import type themes from './locales/en-US/themes.json'
import type ui from './locales/en-US/ui.json'
import type undo from './locales/en-US/undo.json'
import type verify from './locales/en-US/verify.json'
import type vip from './locales/en-US/vip.json'
import type wallet from './locales/en-US/wallet.json'
import type withdraw from './locales/en-US/withdraw.json'

/** Namespace → its keys, from the en-US bundles. A new namespace is one JSON file and one line here. */
export type Namespaces = {
  activities: typeof activities
  arena: typeof arena
  board: typeof board
  chat: typeof chat
  common: typeof common
  connection: typeof connection
  daily: typeof daily
  deposit: typeof deposit
  device: typeof device
  errors: typeof errors
  fairness: typeof fairness
  history: typeof history
  home: typeof home
  invite: typeof invite
  lesson: typeof lesson
  lobby: typeof lobby
  login: typeof login
  match: typeof match
  notices: typeof notices
  orders: typeof orders
  panels: typeof panels
  play: typeof play
  player: typeof player
  profile: typeof profile
  replay: typeof replay
  report: typeof report
  rules: typeof rules
  settings: typeof settings
  terms: typeof terms
  themes: typeof themes
  ui: typeof ui
  undo: typeof undo
  verify: typeof verify
  vip: typeof vip
  wallet: typeof wallet
  withdraw: typeof withdraw
}
export type Namespace = keyof Namespaces
