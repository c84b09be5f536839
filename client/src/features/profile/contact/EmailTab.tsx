import type { User } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { changeEmail } from '../../../lib/account-calls.ts'
import { sessionActor } from '../../../machines/session/index.ts'
import { AccountForm } from '../forms/AccountForm.tsx'
import { TextField } from '../forms/TextField.tsx'
import { fieldText, useAccountForm } from '../forms/use-account-form.ts'
import { OwnerProof } from '../proof/OwnerProof.tsx'
import { noProof, proofOf } from '../proof/proof-fields.ts'
import { useOwnerProof } from '../proof/use-owner-proof.ts'
import { CodeField } from './CodeField.tsx'
import { emailFormSchema } from './contact-forms.ts'
import { useCode } from './use-code.ts'

const empty = { email: '', verificationCode: '', ...noProof }

/** Another e-mail address, proved by the code that is sent to it. */
export const EmailTab = ({ user }: { user: User }) => {
  const { t } = useTranslation(['profile', 'login'])
  const proof = useOwnerProof()
  const { form, submit, refuse, goTo, busy, trouble } = useAccountForm({
    schema: emailFormSchema(proof.way),
    values: empty,
    notice: 'email-updated',
    save: ({ email, verificationCode, ...typed }) =>
      changeEmail({ email, verificationCode, ...proofOf(proof.way, typed) }),
    asksMore: proof.takes,
    onSaved: () => {
      form.reset(empty)
      proof.reset()
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
      {proof.asked && proof.way && (
        <OwnerProof
          user={user}
          asked={proof.asked}
          way={proof.way}
          onWay={proof.choose}
          ownCode={{ ...form.register('ownCode'), error: fieldText(errors.ownCode) }}
          paymentPassword={{ ...form.register('paymentPassword'), error: fieldText(errors.paymentPassword) }}
          goTo={goTo}
          refuse={refuse}
        />
      )}
    </AccountForm>
  )
}
