import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { loginActor, useLogin } from '../../machines/login/index.ts'
import { Field, usePasswordInput } from '../../ui/forms/Field.tsx'
import styles from '../../ui/forms/field.module.css'

/** The password of the login form. */
export const PasswordField = () => {
  const { t } = useTranslation('login')
  const id = useId()
  const { input, eye } = usePasswordInput(t('password.show'))
  const { password, error } = useLogin(({ context }) => context)
  return (
    <Field id={id} label={t('password.label')} wrong={error !== null}>
      <input
        {...input}
        id={id}
        className={styles.input}
        name="password"
        autoComplete="current-password"
        aria-invalid={error !== null}
        value={password}
        onChange={({ target }) => loginActor.send({ type: 'password.type', text: target.value })}
      />
      {eye}
    </Field>
  )
}
