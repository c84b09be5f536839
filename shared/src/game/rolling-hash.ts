import canonicalize from 'canonicalize'
import { eventSchema, type GameEvent } from './events.ts'
import { viewEvent } from './view.ts'

/** The rolling hash of a match without events. */
export const emptyHash = '00000000000000'

/** The keys of each kind of event, in the order of RFC 8785, each as JSON writes it. */
const keysOf = new Map(
  eventSchema.def.options.map(({ shape }) => [
    shape.type.def.values[0],
    Object.keys(shape)
      .sort()
      .map((key) => ({ key, written: `${JSON.stringify(key)}:` })),
  ]),
)

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

/** What has no keys to sort is written as it is: the leaves of a board are most of what a match says. */
const writeValue = (value: unknown): string => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (isPlain(value) || (Array.isArray(value) && value.every(isPlain))) return JSON.stringify(value)
  return canonicalize(value) ?? 'null'
}

/** The canonical JSON (RFC 8785) of an event, its keys in the order that is known of its kind instead of sorted. */
export const canonicalEvent = (event: GameEvent): string => {
  const fields: Readonly<Record<string, unknown>> = event
  let text = ''
  for (const { key, written } of keysOf.get(event.type) ?? []) {
    const value = fields[key]
    if (value !== undefined) text += `${text ? ',' : '{'}${written}${writeValue(value)}`
  }
  return `${text}}`
}

/** The canonical JSON of an event as everyone may see it. */
export const toldText = (event: GameEvent): string => canonicalEvent(viewEvent(event))

/**
 * The rolling hash after one more event, given as its `toldText`: 53 bits as 14 hex digits, over the previous hash and
 * that text. Platform and client fold it alike and compare, to find out that one of them has missed something. The
 * JSON is canonical because parsing with a schema may put keys in another order. Quick, not cryptographic: what
 * must withstand a forger is in `shared/fairness`. The mixing is cyrb53 (public domain, by bryc).
 */
export const rollText = (previous: string, told: string): string => {
  const text = previous + told
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    a = Math.imul(a ^ unit, 2_654_435_761)
    b = Math.imul(b ^ unit, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return (4_294_967_296 * (b & 2_097_151) + (a >>> 0)).toString(16).padStart(14, '0')
}

/** The rolling hash after one more event. */
export const rollHash = (previous: string, event: GameEvent): string => rollText(previous, toldText(event))
