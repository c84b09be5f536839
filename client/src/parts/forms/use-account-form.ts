import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { isNoticeName, type NoticeName } from '@minefall/shared/notices'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { errorText, noticeText, showNotice } from '../../calls/notices.ts'
import { refusedField } from './refused-field.ts'

/** An error that a call answered: its message is text already, and not the name of a notice. */
const answered = 'answered'

type Wrong = { type?: string | number | undefined; message?: string | undefined }

/** What to say of a field's error. */
export const fieldText = (error: Wrong | undefined): string | null => {
  if (!error) return null
  const { type, message = '' } = error
  if (type === answered) return message
  return noticeText(isNoticeName(message) ? message : 'bad-parameters')
}

type AccountForm<Values extends FieldValues> = {
  /** What the call's body must be: its messages are the names of notices. */
  schema: z.ZodType<Values, Values>
  values: DefaultValues<Values>
  /** The call. What it rejects with lands at its field, or below all of them. */
  save(values: Values): Promise<unknown>
  /** True for a failure that is no mistake: what the form asks for next. Nothing is said of it then. */
  asksMore?(error: unknown): boolean
  /** Said when it worked, where what follows does not show it. */
  notice?: NoticeName
  /** What follows then. */
  onSaved?(): void
  /** `onChange` to say what is wrong while it is first typed too; otherwise from the first attempt on. */
  mode?: 'onSubmit' | 'onChange'
}

/** A form whose body is checked before it is sent, by the schema that the server checks it with. */
export const useAccountForm = <Values extends FieldValues>({
  schema,
  values,
  save,
  asksMore,
  notice,
  onSaved,
  mode = 'onSubmit',
}: AccountForm<Values>) => {
  const form = useForm<Values, unknown, Values>({
    resolver: standardSchemaResolver(schema),
    defaultValues: values,
    mode,
  })
  const refuse = (error: unknown) => {
    const names = Object.keys(form.getValues()) as Path<Values>[]
    const field = refusedField(error, names)
    form.setError(field ?? 'root', { type: answered, message: errorText(error) }, { shouldFocus: true })
  }
  const submit = form.handleSubmit(async (entered) => {
    try {
      await save(entered)
    } catch (error) {
      if (!asksMore?.(error)) refuse(error)
      return
    }
    if (notice) showNotice(notice, 'good')
    onSaved?.()
  })
  /** Goes to a field that is asked for next, with nothing said of it yet. */
  const goTo = (field: Path<Values>) => {
    form.clearErrors(field)
    form.setFocus(field)
  }
  const { errors, isSubmitting } = form.formState
  return { form, submit, refuse, goTo, busy: isSubmitting, trouble: fieldText(errors.root) }
}
