import * as z from 'zod/mini'
import { type BodyCode, bodyCode } from './codes.ts'

/** Every REST answer and every acknowledgement: `{ code, msg, data }`, code 200 for success. */
export type Envelope<T> = { code: number; msg: string; data: T | null }

export const envelopeSchema = <T extends z.core.SomeType>(data: T) =>
  z.object({ code: z.int(), msg: z.string(), data: z.nullable(data) })

export const ok = <T>(data: T): Envelope<T> => ({ code: bodyCode.ok, msg: 'ok', data })

/** An answer with no result; `data` may tell more, such as the field or the seconds to wait. */
export const refuse = <T = never>(code: BodyCode, msg: string, data: T | null = null): Envelope<T> => ({
  code,
  msg,
  data,
})
