import type { CloseCode } from '@minefall/shared/contracts/live'

/** Why a connection ended, in few words. */
export const closeWords: Readonly<Record<CloseCode, string>> = {
  network: 'Left or network lost',
  server: 'Server failed',
  timeout: 'No answer',
  kicked: 'Kicked',
  game: 'Match out of reach',
  'signed-out': 'Signed out',
  replaced: 'Newer socket of the tab',
  slow: 'Read too slowly',
  drain: 'Moved to another node',
  protocol: 'Old or broken client',
}
