import { useTranslation } from 'react-i18next'
import { Button, type ButtonLook } from '../../ui/Button.tsx'
import { openChat } from './door.ts'

type ChatButtonProps = Pick<ButtonLook, 'variant'> & {
  /** Closes what stands over the page: beside it nothing could be typed. */
  onOpen?: (() => void) | undefined
}

/** The way to support from where something went wrong. */
export const ChatButton = ({ variant = 'quiet', onOpen }: ChatButtonProps) => {
  const { t } = useTranslation('common')
  return (
    <Button
      variant={variant}
      icon="chat"
      data-click="open-chat"
      onClick={() => {
        onOpen?.()
        openChat()
      }}
    >
      {t('action.support')}
    </Button>
  )
}
