import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../IconButton.tsx'
import fields from './field.module.css'
import { TextField, type TextFieldProps } from './TextField.tsx'

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'before' | 'behind'> & {
  autoComplete: 'current-password' | 'new-password' | 'off'
}

/** A password, shown to whoever asks to see it. */
export const PasswordField = (props: PasswordFieldProps) => {
  const { t } = useTranslation('profile')
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={256}
      behind={
        <IconButton
          className={fields.eye}
          icon={isShown ? 'blind' : 'eye'}
          label={t('password.show', { field: props.label })}
          pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}
