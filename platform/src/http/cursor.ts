import type { z } from 'zod'
import { accepted } from './answers.ts'
import { wrongField } from './refusal.ts'

/** The opaque cursor that stands for a place in a list: what the last item of a page is sorted by. */
export const writeCursor = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

const placeIn = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

/** The place that a call's `cursor` stands for, undefined without one. Throws a refusal for what is no cursor of its list. */
export const readCursor = <T>(schema: z.ZodType<T>, cursor: string | undefined): T | undefined => {
  if (cursor === undefined) return undefined
  const place = schema.safeParse(placeIn(cursor))
  return place.success ? place.data : accepted<T>(wrongField('cursor', 'bad-parameters'))
}
