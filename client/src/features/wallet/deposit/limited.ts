import { bodyCode } from '@minefall/shared/contracts'
import { limitPeriodSchema } from '@minefall/shared/contracts/rest'
import { coinsSchema } from '@minefall/shared/game'
import { z } from 'zod'
import { isCallError } from '../../../lib/call-error.ts'

const detailSchema = z.object({ period: limitPeriodSchema, left: coinsSchema })

/** A deposit that would go past a limit that the player set: of which period, what it leaves, and how much was asked. */
export type Limited = z.infer<typeof detailSchema> & { amount: string }

/** What a refusal of a deposit tells of the player's own limit; null for any other error. */
export const limitedBy = (error: unknown, amount: string): Limited | null => {
  if (!isCallError(error) || error.code !== bodyCode.limitReached) return null
  const detail = detailSchema.safeParse(error.data)
  return detail.success ? { ...detail.data, amount } : null
}

/** Whether a deposit is refused for who asks for it: on a break, or where it is not offered. */
export const isBarred = (error: unknown): boolean =>
  isCallError(error) && (error.code === bodyCode.playPaused || error.code === bodyCode.countryBarred)
