import { z } from 'zod'
import {
  type BusAnswer,
  type BusEvent,
  type BusEventName,
  type BusRequest,
  type BusRequestName,
  busEvents,
  busRequests,
} from '../contracts/bus/index.ts'
import { bodyCode, type Envelope, envelopeSchema } from '../contracts/index.ts'

/** `problem` names the field: "commandId: must be 16 bytes of lower-case hex". */
export type Parsed<T> = { ok: true; value: T } | { ok: false; problem: string }

const problemOf = ({ issues: [issue] }: z.core.$ZodError): string =>
  `${issue?.path.join('.') || 'payload'}: ${issue?.message ?? 'is not valid'}`

const parse = (schema: z.core.$ZodType, raw: unknown): Parsed<unknown> => {
  const result = z.safeParse(schema, raw)
  return result.success ? { ok: true, value: result.data } : { ok: false, problem: problemOf(result.error) }
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)[key], value)

/**
 * Parses a message that a newer node may have sent, and drops unknown fields from `raw`. What must not be misread
 * has its own version.
 */
const parseKnown = (schema: z.core.$ZodType, raw: unknown): Parsed<unknown> => {
  const result = z.safeParse(schema, raw)
  if (result.success) return { ok: true, value: result.data }
  for (const issue of result.error.issues) {
    if (issue.code !== 'unrecognized_keys') return { ok: false, problem: problemOf(result.error) }
    const holder = valueAt(raw, issue.path) as Record<string, unknown>
    for (const key of issue.keys) delete holder[key]
  }
  return parse(schema, raw)
}

/** Parses what came over a bus with the schema of its request. */
export const parseRequest = <N extends BusRequestName>(name: N, raw: unknown) =>
  parse(busRequests[name].asks, raw) as Parsed<BusRequest<N>>

/** Parses an event that came over a network as JSON. */
export const parseEvent = <N extends BusEventName>(name: N, raw: unknown) =>
  parseKnown(busEvents[name].news, raw) as Parsed<BusEvent<N>>

const anyEnvelope = envelopeSchema(z.unknown())

/** Parses an answer that came over a network as JSON. The `data` of a refusal depends on the refusal. */
export const parseAnswer = <N extends BusRequestName>(name: N, raw: unknown) => {
  type Answer = Parsed<Envelope<BusAnswer<N>>>
  const envelope = parse(anyEnvelope, raw) as Parsed<Envelope<unknown>>
  if (!envelope.ok || envelope.value.code !== bodyCode.ok || envelope.value.data === null)
    return envelope as Answer
  const data = parseKnown(busRequests[name].answers, envelope.value.data)
  return (data.ok ? { ok: true, value: { ...envelope.value, data: data.value } } : data) as Answer
}

/** What arrived over a network may come from another release, or a stranger. */
export const readForeign = { event: parseEvent, answer: parseAnswer }

/** How a bus parses what it carried. */
export type Reads = typeof readForeign

/** What this very program sent has the type it declares. */
const asSent = (_: unknown, value: unknown): Parsed<never> => ({ ok: true, value: value as never })
export const readOwn: Reads = { event: asSent, answer: asSent }
