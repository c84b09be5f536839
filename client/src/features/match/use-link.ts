import { useConnection } from '../../machines/connection/index.ts'
import type { Link } from './Reconnect.tsx'

const sameLink = (before: Link, after: Link): boolean =>
  before.state === after.state &&
  before.closeCode === after.closeCode &&
  before.attempt === after.attempt &&
  before.downSince === after.downSince &&
  before.roundTripMs === after.roundTripMs &&
  before.offline === after.offline

/** The connection as the match screen shows it. */
export const useLink = (): Link =>
  useConnection((connection): Link => {
    const { closeCode, attempt, downSince, roundTripMs } = connection.context
    return {
      state: connection.hasTag('connected')
        ? 'connected'
        : connection.hasTag('disconnected')
          ? 'disconnected'
          : 'connecting',
      closeCode,
      attempt,
      downSince,
      roundTripMs,
      offline: connection.matches('offline'),
    }
  }, sameLink)
