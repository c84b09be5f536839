/**
 * The pages that a view is counted of: the routes, and the modals over Home by their address. docs/analytics.md lists
 * the same.
 */
export const pageNames = [
  'home',
  'login',
  'games',
  'game',
  'theme-demo',
  'profile-modal',
  'profile',
  'wallet',
  'deposit',
  'withdraw',
  'history',
  'vip',
  'activities',
  'invite',
  'play',
  'themes',
  'settings',
] as const
export type PageName = (typeof pageNames)[number]

/** The buttons whose presses are counted, and no others; docs/analytics.md says what each is. */
export const buttonNames = [
  'play-trial',
  'return-to-match',
  'join-table',
  'private-table',
  'table-rules',
  'sit-down',
  'leave-match',
  'rematch',
  'watch-match',
  'watch-replay',
  'share-result',
  'match-help',
  'match-settings',
  'fullscreen',
  'log-in',
  'send-code',
  'submit-login',
  'log-out',
  'open-wallet',
  'deposit',
  'withdraw',
  'confirm-deposit',
  'confirm-withdrawal',
  'receive-gift',
  'save-theme',
  'share-theme',
  'report-problem',
  'open-chat',
  'install',
] as const
export type ButtonName = (typeof buttonNames)[number]
