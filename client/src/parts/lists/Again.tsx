import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'

/** Once more. */
export const Again = ({ busy, onPress }: { busy: boolean; onPress(): void }) => {
  const { t } = useTranslation()
  return (
    <Button icon="again" busy={busy} onClick={onPress}>
      {t('action.retry')}
    </Button>
  )
}
