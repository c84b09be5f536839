import type { CloseCode } from '@minefall/shared/contracts/live'
import { shallowEqual } from '@xstate/react'
import { useConnection } from '../../machines/connection/index.ts'

/** The connection as the match screen shows it, but for its round trip: that changes with a ping, and the header alone shows it. */
export type Link = {
  state: 'connected' | 'connecting' | 'disconnected'
  closeCode: CloseCode | null
  attempt: number
  isDown: boolean
  isOffline: boolean
}

export const useLink = (): Link =>
  useConnection((connection): Link => {
    const { closeCode, attempt, isDown, isOffline } = connection.context
    const state = connection.hasTag('connected')
      ? 'connected'
      : connection.hasTag('disconnected')
        ? 'disconnected'
        : 'connecting'
    return { state, closeCode, attempt, isDown, isOffline }
  }, shallowEqual)
