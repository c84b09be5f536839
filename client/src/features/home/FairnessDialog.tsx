import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './Fairness.module.css'

const steps = ['commit', 'seeds', 'deal', 'tiles', 'check'] as const

/** How a board is sealed and checked, in five steps. */
export const FairnessDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('fairness')
  return (
    <Dialog open={open} onClose={onClose} size="wide" title={t('title')} description={t('text')}>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step} className={styles.step}>
            {t(`steps.${step}`)}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
