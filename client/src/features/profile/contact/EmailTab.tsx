import type { User } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { changeEmail } from '../../../lib/account-calls.ts'
import { sessionActor } from '../../../machines/session/index.ts'
import { AccountForm } from '../forms/AccountForm.tsx'
import { TextField } from '../forms/TextField.tsx'
import { fieldText, useAccountForm } from '../forms/use-account-form.ts'
import { CodeField } from './CodeField.tsx'
import { emailFormSchema } from './contact-forms.ts'
import { useCode } from './use-code.ts'

const empty = { email: '', verificationCode: '' }

/** Another e-mail address, proved by the code that is sent to it. */
export const EmailTab = ({ user }: { user: User }) => {
  const { t } = useTranslation(['profile', 'login'])
  const { form, submit, refuse, goTo, busy, trouble } = useAccountForm({
    schema: emailFormSchema,
    values: empty,
    notice: 'email-updated',
    save: changeEmail,
    onSaved: () => {
      form.reset(empty)
      sessionActor.send({ type: 'session.refresh' })
    },
  })
  const code = useCode({
    body: async () =>
      (await form.trigger('email', { shouldFocus: true }))
        ? { contactType: 'email', contact: form.getValues('email').trim() }
        : null,
    onSent: () => goTo('verificationCode'),
    refuse,
  })
  const { errors } = form.formState
  return (
    <AccountForm onSubmit={submit} busy={busy} trouble={trouble} save={t('email.save')}>
      <TextField
        {...form.register('email')}
        label={t(user.email ? 'email.new' : 'email.first')}
        hint={user.email ? t('contact.now', { contact: user.email }) : undefined}
        error={fieldText(errors.email)}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={300}
      />
      <CodeField
        {...form.register('verificationCode')}
        label={t('email.code')}
        hint={user.email ? t('contact.told') : undefined}
        error={fieldText(errors.verificationCode)}
        code={code}
      />
    </AccountForm>
  )
}
