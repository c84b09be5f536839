import type { Settings } from './server.ts'

/** For machines that are busy with everything else: no one loses a seat or an answer because a test is slow. */
export const patient: Settings = {
  REVEAL_MS: '60000',
  GATHER_ABSENT_MS: '600000',
  ARENA_SIT_MS: '600000',
  RESTART_GRACE_MS: '60000',
  LIVE_REQUEST_MS: '60000',
  REST_TIMEOUT_MS: '60000',
}

/** Practice opponents that sit down and think quickly, so that a match takes a second or two. */
export const quick: Settings = {
  ...patient,
  PRACTICE_FILL_MS: '50',
  PRACTICE_THINK_MIN_MS: '40',
  PRACTICE_THINK_MAX_MS: '120',
}

/** Headless players don't come back on their own: a silence is no reason to end their connection. */
export const headless: Settings = { LIVE_PING_TIMEOUT_MS: '120000' }

/** Limits raised for many fast players on one address, and practice opponents that keep up with them. */
export const loadSettings: Settings = {
  PRACTICE_FILL_MS: '300',
  PRACTICE_THINK_MIN_MS: '20',
  PRACTICE_THINK_MAX_MS: '60',
  LIVE_SOCKET_RATE: '10000',
  LIVE_SOCKET_BURST: '10000',
  LIVE_PLAYER_RATE: '10000',
  LIVE_PLAYER_BURST: '10000',
  LIVE_SITS_PER_MINUTE: '100000',
  LIVE_LOOKUPS_PER_MINUTE: '100000',
  CONNECTIONS_PER_ADDRESS: '10000',
  LIVE_SOCKETS_PER_ADDRESS: '10000',
  LIVE_HANDSHAKES_PER_MINUTE: '100000',
  STRANGERS_PER_SECOND: '1000000',
  LIVE_IDENTIFYING_PER_ADDRESS: '100',
  GUESTS_PER_ADDRESS_HOUR: '1000000',
  GUESTS_PER_ADDRESS_DAY: '1000000',
}
