import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import fields from '../../ui/forms/field.module.css'

/** Longer waits are told in minutes. */
const mostSeconds = 120

type CodeButtonProps = Pick<ComponentProps<'button'>, 'disabled' | 'data-click' | 'onClick'> & {
  isSending: boolean
  /** Until the next one may be asked for. */
  secondsLeft: number
}

/** Has a code sent, and counts down until it may again. */
export const CodeButton = ({ isSending, secondsLeft, ...button }: CodeButtonProps) => {
  const { t } = useTranslation('login')
  const label = () => {
    if (isSending) return t('code.sending')
    if (secondsLeft > mostSeconds) return t('code.againMinutes', { minutes: Math.ceil(secondsLeft / 60) })
    return secondsLeft > 0 ? t('code.again', { seconds: secondsLeft }) : t('code.send')
  }
  return (
    <button {...button} type="button" className={fields.action}>
      {label()}
    </button>
  )
}
