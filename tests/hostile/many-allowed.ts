import type { Settings } from '../harness/server.ts'

/** Limits on addresses and rates out of the way, so that attacks get as far in as they can. */
export const manyAllowed: Settings = {
  CONNECTIONS_PER_ADDRESS: '10000',
  LIVE_SOCKETS_PER_ADDRESS: '10000',
  LIVE_HANDSHAKES_PER_MINUTE: '1000000',
  STRANGERS_PER_SECOND: '1000000',
  LIVE_SOCKET_RATE: '10000',
  LIVE_SOCKET_BURST: '10000',
  LIVE_PLAYER_RATE: '10000',
  LIVE_PLAYER_BURST: '10000',
  LIVE_STRIKES: '1000',
  LIVE_SITS_PER_MINUTE: '100000',
  LIVE_LOOKUPS_PER_MINUTE: '100000',
}
