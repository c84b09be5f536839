import { useTranslation } from 'react-i18next'
import { usePasswordInput } from './Field.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'before' | 'behind'> & {
  autoComplete: 'current-password' | 'new-password' | 'off'
}

/** A password, with a button that shows it. */
export const PasswordField = (props: PasswordFieldProps) => {
  const { t } = useTranslation('profile')
  const { input, eye } = usePasswordInput(t('password.show', { field: props.label }))
  return <TextField {...props} {...input} behind={eye} />
}
