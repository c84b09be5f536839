import { bodyCode } from '@minefall/shared/contracts'
import type { Refused } from '../../lib/refused.ts'

/** Refusals of a stake that another table, or another try, changes nothing about by itself. */
const barring = [
  bodyCode.playPaused,
  bodyCode.limitReached,
  bodyCode.countryBarred,
  bodyCode.pairCapped,
  bodyCode.privateLossReached,
] as const
export type BarringCode = (typeof barring)[number]

/** Why a stake is refused for the sake of who would play; null for any other reason. */
export const barringCode = (code: number | undefined): BarringCode | null =>
  barring.find((one) => one === code) ?? null

/** Too many new guests of this network: an account is let in now, a guest later. */
export const isTurnedAway = ({ code, until }: Refused): boolean =>
  code === bodyCode.tooManyRequests && until !== null

/** Refusals that are told where the seat is asked for, with the way on, instead of in a short note. */
export const isToldInPlace = (code: number): boolean =>
  code === bodyCode.adultUnconfirmed || code === bodyCode.proofRequired || barringCode(code) !== null
