import { setTimeout as delay } from 'node:timers/promises'

const dayMs = 86_400_000
/** More than a test takes on a machine many times slower than ours, in milliseconds. */
const testMs = 120_000

const leftMs = () => dayMs - (Date.now() % dayMs)

/** Waits while a UTC day is about to end: with it every gift and every limit of a day, and what led there, start over. */
export const dayWithRoom = async (roomMs = testMs): Promise<void> => {
  while (leftMs() <= roomMs) await delay(leftMs())
}
