import { z } from 'zod'
import {
  type BusAnswer,
  type BusEvent,
  type BusEventName,
  type BusRequest,
  type BusRequestName,
  bodyCode,
  busAnswers,
  busEvents,
  busRequests,
  type Envelope,
  envelopeSchema,
} from '../contracts/index.ts'

/** `problem` names the field: "commandId: must be 16 bytes of lower-case hex". */
export type Parsed<T> = { ok: true; value: T } | { ok: false; problem: string }

const parse = (schema: z.core.$ZodType, raw: unknown): Parsed<unknown> => {
  const result = z.safeParse(schema, raw)
  if (result.success) return { ok: true, value: result.data }
  const issue = result.error.issues[0]
  const field = issue?.path.join('.') || 'payload'
  return { ok: false, problem: `${field}: ${issue?.message ?? 'is not valid'}` }
}

/** Parses what came over a bus with the schema of its request. */
export const parseRequest = <N extends BusRequestName>(name: N, raw: unknown) =>
  parse(busRequests[name], raw) as Parsed<BusRequest<N>>

/** Parses an event that came over a network. */
export const parseEvent = <N extends BusEventName>(name: N, raw: unknown) =>
  parse(busEvents[name], raw) as Parsed<BusEvent<N>>

const anyEnvelope = envelopeSchema(z.unknown())

/** Parses an answer that came over a network. What `data` tells beside a refusal is each refusal's own. */
export const parseAnswer = <N extends BusRequestName>(name: N, raw: unknown) => {
  type Answer = Parsed<Envelope<BusAnswer<N>>>
  const envelope = parse(anyEnvelope, raw) as Parsed<Envelope<unknown>>
  if (!envelope.ok || envelope.value.code !== bodyCode.ok || envelope.value.data === null)
    return envelope as Answer
  const data = parse(busAnswers[name], envelope.value.data)
  return (data.ok ? { ok: true, value: { ...envelope.value, data: data.value } } : data) as Answer
}
