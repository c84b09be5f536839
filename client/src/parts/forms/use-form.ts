import { bodyCode } from '@minefall/shared/contracts'
import { isNoticeName, type NoticeName } from '@minefall/shared/notices'
import { type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { errorText, noticeText, showNotice } from '../../calls/notices.ts'
import { isCallError } from '../../lib/call-error.ts'
import { useMounted } from '../../lib/use-mounted.ts'

/** The field that a code is about, by the names of the calls' bodies. */
const fieldsOfCode: Readonly<Record<number, readonly string[]>> = {
  [bodyCode.wrongPassword]: ['currentPassword', 'paymentPassword'],
  [bodyCode.passwordUnset]: ['currentPassword'],
  [bodyCode.paymentPasswordLocked]: ['currentPassword', 'paymentPassword'],
  [bodyCode.passwordTooCommon]: ['newPassword'],
  [bodyCode.passwordsAlike]: ['newPassword'],
  [bodyCode.wrongCode]: ['verificationCode'],
  [bodyCode.contactTaken]: ['contact'],
}

/** What refusals call a field that the form has under another name. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  email: ['contact'],
  phone: ['contact'],
  phonecode: ['contact'],
}

/**
 * Which of a form's `fields` a failed call was about: the one the refusal names, or else the one its code is about.
 * Null when it is about none of them.
 */
export const refusedField = <Name extends string>(error: unknown, fields: readonly Name[]): Name | null => {
  if (!isCallError(error)) return null
  const { data } = error
  const named = typeof data === 'object' && data !== null && 'field' in data ? String(data.field) : ''
  const about = [named, ...(otherNames[named] ?? []), ...(fieldsOfCode[error.code] ?? [])]
  return fields.find((field) => about.includes(field)) ?? null
}

/** What a form gives to each of its fields. */
export type FormField = {
  name: string
  value: string
  onChange(event: { currentTarget: { value: string } }): void
  error: string | null
  ref(input: HTMLInputElement | null): void
}

type Form<Values extends Record<string, string>, Saved> = {
  /** What the call's body must be: its messages are the names of notices. */
  schema: z.ZodType<Values>
  values: Values
  /**
   * The call, and what its success changes even when the form is gone. What it rejects with lands at its field, or below
   * all of them.
   */
  save(values: Values): Promise<Saved>
  /** True for a failure that is no mistake: what the form asks for next. Nothing is said of it then. */
  asksMore?(error: unknown): boolean
  /** Said when it worked, where what follows does not show it. */
  notice?: NoticeName
  /** What follows then, unless the form is gone. */
  onSaved?(saved: Saved): void
  /** Says what is wrong with a field while it is first typed; otherwise from the first attempt on. */
  eager?: boolean
}

/** A form whose body is checked before it is sent, by the schema that the server checks it with. */
export const useForm = <Values extends Record<string, string>, Saved>({
  schema,
  values: first,
  save,
  asksMore,
  notice,
  onSaved,
  eager = false,
}: Form<Values, Saved>) => {
  type Name = keyof Values & string
  const [values, setValues] = useState(first)
  /** Fields whose mistakes are shown. */
  const [shown, setShown] = useState<readonly string[]>([])
  /** What the server refused last, at the field that it was about. */
  const [refused, setRefused] = useState<{ field: string | null; text: string } | null>(null)
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const inputs = useRef(new Map<string, HTMLInputElement>())
  const mounted = useMounted()

  const focus = (name: string) => inputs.current.get(name)?.focus()
  const checked = schema.safeParse(values)
  const mistakeIn = (name: string): string | null => {
    const issue = checked.error?.issues.find(({ path }) => path[0] === name)
    return issue ? noticeText(isNoticeName(issue.message) ? issue.message : 'bad-parameters') : null
  }
  const set = (name: Name, text: string) => {
    setValues((present) => ({ ...present, [name]: text }))
    setRefused((last) => (last?.field === name ? null : last))
    if (eager || isTried) setShown((names) => [...names, name])
  }
  const refuse = (error: unknown) => {
    const field = refusedField(error, Object.keys(values))
    setRefused({ field, text: errorText(error) })
    if (field) focus(field)
  }
  /** Whether a field is right; where it is not, that is said, and it is gone to. */
  const check = (name: Name): boolean => {
    if (mistakeIn(name) === null) return true
    setShown((names) => [...names, name])
    focus(name)
    return false
  }
  /** Goes to a field that is asked for next, with nothing said of it yet. */
  const goTo = (name: Name) => {
    setShown((names) => names.filter((one) => one !== name))
    setRefused((last) => (last?.field === name ? null : last))
    focus(name)
  }
  /** Begins again with `next`, but for what was typed since the press that leads here. */
  const reset = (next: Values) => {
    setValues((present) => ({
      ...next,
      ...Object.fromEntries(Object.entries(present).filter(([name, text]) => text !== values[name])),
    }))
    setShown([])
    setTried(false)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setTried(true)
    setRefused(null)
    const wrong = Object.keys(values).filter((name) => mistakeIn(name) !== null)
    setShown(wrong)
    if (!checked.success) {
      if (wrong[0] !== undefined) focus(wrong[0])
      return
    }
    setBusy(true)
    let saved: Saved
    try {
      saved = await save(checked.data)
    } catch (error) {
      if (mounted.current && !asksMore?.(error)) refuse(error)
      return
    } finally {
      setBusy(false)
    }
    if (notice) showNotice(notice, 'good')
    if (mounted.current) onSaved?.(saved)
  }
  /** The properties of a field's input. */
  const field = (name: Name): FormField => ({
    name,
    value: values[name] ?? '',
    onChange: ({ currentTarget }) => set(name, currentTarget.value),
    error: refused?.field === name ? refused.text : shown.includes(name) ? mistakeIn(name) : null,
    ref: (input) => {
      if (input) inputs.current.set(name, input)
      else inputs.current.delete(name)
    },
  })
  const trouble = refused?.field === null ? refused.text : null
  return { values, set, field, check, goTo, reset, submit, refuse, busy, trouble }
}
