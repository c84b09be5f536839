import type { AnalyticsBatch } from '@minefall/shared/analytics'
import { bodyCode } from '@minefall/shared/contracts'
import * as z from 'zod/mini'
import { keptSession } from '../../machines/session/kept-session.ts'
import { isCallError } from '../call-error.ts'
import { send } from '../http.ts'
import type { QueueWorld } from './queue.ts'

const url = '/api/analytics/receiveEvents'

/** Posts a batch. Only what the server calls wrong is refused for good. */
export const sendBatch = async (batch: AnalyticsBatch): ReturnType<QueueWorld['send']> => {
  try {
    await send({ url, method: 'POST', data: batch }, z.unknown(), keptSession.token())
    return 'taken'
  } catch (error) {
    if (!isCallError(error)) return 'failed'
    if (error.code === bodyCode.badParameters) return 'refused'
    const seconds = Number(Object(error.data).seconds)
    return error.code === bodyCode.tooManyRequests && seconds > 0
      ? { tooManyForMs: seconds * 1_000 }
      : 'failed'
  }
}

/** Hands a batch to the browser, which sends it when the page is gone already. */
export const sendBeacon = (batch: AnalyticsBatch): void => {
  // Where the browser does not take it, the backup has it still.
  navigator.sendBeacon?.(url, new Blob([JSON.stringify(batch)], { type: 'application/json' }))
}

/**
 * Runs `work` unless another tab does. Where Web Locks are absent or forbidden tabs know nothing of each other, and the
 * server sorts it out.
 */
export const aloneAmongTabs = async (work: () => Promise<void>): Promise<boolean> => {
  const free = async (lock: Lock | null) => {
    if (lock) await work()
    return lock !== null
  }
  const withoutLock = async () => {
    await work()
    return true
  }
  if (!('locks' in navigator)) return withoutLock()
  return navigator.locks.request('user_analytics_backup', { ifAvailable: true }, free).catch(withoutLock)
}
