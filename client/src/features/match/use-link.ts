import type { CloseCode } from '@minefall/shared/contracts/live'
import { shallowEqual } from '@xstate/react'
import { useConnection } from '../../machines/connection/index.ts'

/** The connection as the match screen shows it. */
export type Link = {
  state: 'connected' | 'connecting' | 'disconnected'
  closeCode: CloseCode | null
  attempt: number
  outage: 'none' | 'short' | 'felt' | 'long'
  roundTripMs: number | null
  isOffline: boolean
}

/** Whether an outage is worth a word. */
export const isDown = ({ outage }: Pick<Link, 'outage'>): boolean => outage === 'felt' || outage === 'long'

export const useLink = (): Link =>
  useConnection((connection): Link => {
    const { closeCode, attempt, outage, roundTripMs, isOffline } = connection.context
    const state = connection.hasTag('connected')
      ? 'connected'
      : connection.hasTag('disconnected')
        ? 'disconnected'
        : 'connecting'
    return { state, closeCode, attempt, outage, roundTripMs, isOffline }
  }, shallowEqual)
