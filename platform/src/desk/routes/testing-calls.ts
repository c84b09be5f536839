import { addressOf, type Call } from '@minefall/shared/contracts'
import { deskCalls, isRight, type Right } from '@minefall/shared/contracts/desk'
import type { z } from 'zod'
import { exampleOf } from '../../http/testing-example.ts'

/** A call that needs a right, by its name in the contract. */
export type StaffCall = Call & { name: string; may: Exclude<Right, 'anyone'> }

const placeOf = ({ method, name }: StaffCall): number => (name === 'signOut' ? 2 : method === 'POST' ? 1 : 0)

/** For tests alone: every call of the contract but the one that signs in, reads first, and the one that signs out last. */
export const staffCalls: readonly StaffCall[] = Object.entries(deskCalls)
  .flatMap(([name, call]: [string, Call]) => {
    const { may } = call
    return isRight(may) && may !== 'anyone' ? [{ ...call, name, may }] : []
  })
  .sort((one, other) => placeOf(one) - placeOf(other))

type Known = Readonly<Record<string, string>>

const exampleOfPart = (schema: z.core.$ZodType | undefined, known: Known): object =>
  Object.fromEntries(
    Object.entries(Object(schema ? exampleOf(schema) : {})).map(([name, value]) => [
      name,
      known[name] ?? value,
    ]),
  )

/** What a call is made with, by address and body: about something that does not exist, but for what is `known`. */
export const exampleCall = (call: Call, known: Known = {}) => {
  const [params, query] = [exampleOfPart(call.params, known), exampleOfPart(call.query, known)]
  return {
    path: addressOf(call, { params, query }).replace('/api/', ''),
    body: call.body ? Object(exampleOf(call.body)) : undefined,
  }
}
