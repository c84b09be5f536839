import type * as z from 'zod/mini'
import type { Right } from './desk/rights.ts'

type Schema = z.core.$ZodType
type Fields = z.core.$ZodObject

/**
 * A REST call, described once: the platform serves from it, clients call by it, and the API description, the rights
 * and the tests derive from it.
 */
export type Call = {
  readonly method: 'GET' | 'POST'
  /** `:name` stands for the parameter of that name. */
  readonly path: `/api/${string}`
  /** An older address of the same call. */
  readonly alias?: `/api/${string}`
  /**
   * `anyone`: not authenticated. `visitor`: not required to be, but identified if they are. `guest`: of a device, or
   * a player. `player`: signed in. Otherwise staff with this right.
   */
  readonly may: 'visitor' | 'guest' | 'player' | Right
  readonly params?: Fields
  readonly query?: Fields
  /** The JSON body, or for `form` the fields that are read. */
  readonly body?: Schema
  /** The body is a form with a picture in the field `image`. */
  readonly form?: true
  /** The largest body in bytes, if not the default. */
  readonly bodyBytes?: number
  /** The `data` of a successful answer, or a file on its own. */
  readonly answer: Schema | 'file'
}

/** What an answer is parsed to; a file is a `Blob`. */
export type Parsed<Answer extends Call['answer']> = Answer extends Schema ? z.output<Answer> : Blob

/** What the data of a call's answer is parsed to. */
export type AnswerOf<C extends Call> = Parsed<C['answer']>

type Given<C extends Call, Part extends 'params' | 'query' | 'body'> =
  C extends Readonly<Record<Part, infer S extends Schema>> ? { [P in Part]: z.input<S> } : unknown

type Loose<T> = { readonly [Name in keyof T]?: T[Name] | null | undefined }

/** The arguments of a call. Null fields of a query are left out. */
export type CallInput<C extends Call> = Given<C, 'params'> &
  (C extends { form: true } ? { body: FormData } : Given<C, 'body'>) &
  (Given<C, 'query'> extends { query: infer Query } ? { query?: Loose<Query> } : unknown)

/** `?a=1&b=2` of what has a value; empty for nothing. */
export const formatQuery = (values: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** The address of a call, from the root on. */
export const addressOf = (
  { path }: Pick<Call, 'path'>,
  { params = {}, query = {} }: { params?: object; query?: object } = {},
): string => {
  const values: Readonly<Record<string, unknown>> = { ...params }
  return (
    path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name]))) +
    formatQuery({ ...query })
  )
}
