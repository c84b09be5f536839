import { useState } from 'react'
import { IconButton } from '../IconButton.tsx'
import fields from './field.module.css'

/** The properties of a password's input, and the button, called `show`, that shows what is typed in it. */
export const usePasswordInput = (show: string) => {
  const [isShown, setShown] = useState(false)
  const input = {
    type: isShown ? 'text' : 'password',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: 256,
  } as const
  const eye = (
    <IconButton
      className={fields.eye}
      icon={isShown ? 'blind' : 'eye'}
      label={show}
      pressed={isShown}
      onClick={() => setShown(!isShown)}
    />
  )
  return { input, eye }
}
