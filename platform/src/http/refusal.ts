import { type BodyCode, bodyCode } from '@minefall/shared/contracts'

/** Why a call is refused. */
export type Refusal = {
  refused: BodyCode
  /** Tells more, such as the seconds to wait. */
  data?: Record<string, string | number | boolean | null>
  /** Said as it is in every language, where the code's own notice does not fit. */
  msg?: string
}

export const refusal = (refused: BodyCode, data?: Refusal['data']): Refusal =>
  data === undefined ? { refused } : { refused, data }

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value

/** Too many: try again when these milliseconds have passed. */
export const tooMany = (waitMs: number): Refusal =>
  refusal(bodyCode.tooManyRequests, { seconds: Math.max(1, Math.ceil(waitMs / 1_000)) })

/** A field that is wrong; `notice` names what is said about it. */
export const wrongField = (field: string, notice: string, data: Refusal['data'] = {}): Refusal =>
  refusal(bodyCode.badParameters, { ...data, field, notice })

/** Something is too busy to take more work right now: the same call may do a moment later. */
export class Busy extends Error {
  override name = 'Busy'
}
