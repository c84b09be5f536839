import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loginActor, useLogin } from '../../machines/login/index.ts'
import { Field } from '../../ui/forms/Field.tsx'
import styles from '../../ui/forms/field.module.css'
import { IconButton } from '../../ui/IconButton.tsx'

/** The password, shown to whoever asks to see it. */
export const PasswordField = () => {
  const { t } = useTranslation('login')
  const id = useId()
  const [isShown, setShown] = useState(false)
  const { password, error } = useLogin(({ context }) => context)
  return (
    <Field id={id} label={t('password.label')} wrong={error !== null}>
      <input
        id={id}
        className={styles.input}
        type={isShown ? 'text' : 'password'}
        name="password"
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        aria-invalid={error !== null}
        value={password}
        onChange={({ target }) => loginActor.send({ type: 'password.type', text: target.value })}
      />
      <IconButton
        className={styles.eye}
        icon={isShown ? 'blind' : 'eye'}
        label={t('password.show')}
        pressed={isShown}
        onClick={() => setShown(!isShown)}
      />
    </Field>
  )
}
