import { type BusRequest, type BusRequestName, busRequests } from '../contracts/index.ts'

export type ParsedRequest<N extends BusRequestName> =
  | { ok: true; payload: BusRequest<N> }
  /** `problem` names the field: "commandId: must be 16 bytes of lower-case hex". */
  | { ok: false; problem: string }

/** Parses what came over a bus with the schema of its request. */
export const parseRequest = <N extends BusRequestName>(name: N, payload: unknown): ParsedRequest<N> => {
  const result = busRequests[name].safeParse(payload)
  if (result.success) return { ok: true, payload: result.data as BusRequest<N> }
  const issue = result.error.issues[0]
  const field = issue?.path.join('.') || 'payload'
  return { ok: false, problem: `${field}: ${issue?.message ?? 'is not valid'}` }
}
